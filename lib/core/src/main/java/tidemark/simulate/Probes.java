package tidemark.simulate;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The probes: short schedules, each of which reveals a few mistakes. If a probe ends with a fault,
 * the fault is tried before every step.
 */
final class Probes {
  private static final List<Probe> ALL =
      List.of(
          new Probe(
              "a crash while windows fire",
              "append a=1 @1; append a=2 @1 input B;"
                  + " append a=3 @15; append b=4 @15 input B; crash"),
          new Probe("a crash at a poison record", "append a=poison:1 @1; append a=2 @2; crash"),
          new Probe("a record that kills", "append a=kills @1; append a=1 @2; run"),
          new Probe(
              "a crash at a late record that failed once",
              "append a=1 @90; append a=1 @90 input B; append a=flaky @1; crash"),
          new Probe(
              "a power cut while a snapshot is taken",
              "append a=+1 @1; append a=+2 @2; power cut during snapshot"),
          new Probe(
              "a restart from a snapshot",
              "append a=+1 @1; append a=+2 @3; snapshot; restart; append a=+4 @40; run"),
          new Probe(
              "an old event after a restart",
              "append a=1 @50; append a=1 @60 input B; snapshot; restart; append a=1 @2; run"),
          new Probe(
              "a restart while an input is idle",
              "append a=1 @5; append b=1 @5 input B; clock +30ms; append a=1 @40; snapshot;"
                  + " restart; clock +1ms; append a=1 @50; run"),
          new Probe(
              "a window that fires again after a restart",
              "append a=1 @5; append a=1 @14; append b=1 @14 input B; snapshot; restart;"
                  + " append a=1 @6; run"),
          new Probe(
              "a restart after a replay",
              "append a=poison:+1 @1; replay 0; snapshot; restart; append b=1 @40; run"),
          new Probe(
              "a restart from below a replay",
              "append b=1 @1; snapshot; append a=poison:+1 @2; append a=5 @3; replay 1; restart"),
          new Probe(
              "a replay of what was deleted since",
              "append a=poison:1 @1; append a=∅ @2; snapshot; restart; replay 0; run"),
          new Probe(
              "a table followed from a snapshot, after compaction",
              "append a=1 @1; snapshot; append a=∅ @2; compact; compact; restart"),
          new Probe(
              "a restored event log",
              "append a=1 @1; backup; append a=2 @2; append b=3 @3; run; restore backup of log;"
                  + " append c=5 @3; run"),
          new Probe(
              "a restored event log without the dead letter",
              "append a=1 @1; backup; append a=poison:2 @2; run; restore backup of log;"
                  + " append a=7 @3; run"),
          new Probe(
              "a restored event log without the late event",
              "append a=1 @50; append a=1 @50 input B; backup; append b=1 @1; run;"
                  + " restore backup of log; append c=1 @60; run"),
          new Probe(
              "a power cut after retention",
              "append a=1 @1; append a=2 @2; snapshot; retain; power cut; append a=3 @3; run"),
          new Probe("a zombie beside its successor", "append a=1 @1; append b=2 @15; zombie"));

  private Probes() {}

  /** A schedule with its name. */
  private record Probe(String name, String schedule) {}

  /** The symptoms of a pipeline, a line each: the name of a probe, the verdict, what differs. */
  static Set<String> symptoms(PipelineUnderTest pipeline) {
    Simulator simulator = Simulator.of(pipeline);
    Set<String> symptoms = new TreeSet<>();
    for (Probe probe : ALL) {
      for (Schedule schedule : schedules(simulator, Schedule.parse(probe.schedule))) {
        Report report = simulator.run(schedule);
        if (!report.isRight()) {
          symptoms.add(probe.name + ": " + told(report));
        }
      }
    }
    return symptoms;
  }

  private static List<Schedule> schedules(Simulator simulator, Schedule schedule) {
    int last = schedule.actions().size() - 1;
    if (!(schedule.actions().get(last) instanceof Action.Fault fault)) {
      return List.of(schedule);
    }
    Schedule calm = schedule.with(last, fault.during());
    return new CrashPoints(simulator).single(calm, fault.kind());
  }

  private static String told(Report report) {
    String verdict = report.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    Set<String> kinds = new TreeSet<>();
    for (Evidence.Row row : report.evidence().rows()) {
      for (int i = 0; i < row.undisturbed().size(); i++) {
        String wanted = row.undisturbed().get(i);
        String found = row.disturbed().get(i);
        if (!wanted.equals(found)) {
          kinds.add(how(wanted, found) + kind(wanted));
        }
      }
    }
    return kinds.isEmpty() ? verdict : verdict + ": " + String.join(", ", kinds);
  }

  private static String how(String wanted, String found) {
    return wanted.endsWith("=" + EvidenceMaker.MISSING)
        ? "more "
        : found.endsWith("=" + EvidenceMaker.MISSING) ? "no " : "another ";
  }

  private static String kind(String line) {
    String name = line.substring(0, line.lastIndexOf('='));
    if (name.startsWith("output ")) {
      return name.substring(0, name.indexOf('|'));
    }
    return name.startsWith("table ")
        ? "table"
        : name.startsWith("followed ") ? "followed table" : name;
  }
}
