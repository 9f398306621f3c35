package tidemark.simulate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tidemark.simulate.Expected.PlacedReplay;

/** Tells what must come out of a run, and with what it is compared. */
final class Oracle {
  private final SimulatedNode node;
  private final Supervisor supervisor;
  private final List<PlacedReplay> replays;
  private final boolean replayMoved;

  /** The oracle of what happened so far. */
  Oracle(
      SimulatedNode node, Supervisor supervisor, List<PlacedReplay> replays, boolean replayMoved) {
    this.node = node;
    this.supervisor = supervisor;
    this.replays = List.copyOf(replays);
    this.replayMoved = replayMoved;
  }

  /** What must come out, if records that the pipeline may decide about are as it decided them. */
  Expected expected(Outcome found) {
    Set<Long> dead = new HashSet<>();
    List<PlacedReplay> done = new ArrayList<>(replays);
    node.history()
        .forEach(
            (offset, record) -> {
              String value = record.value() == null ? "" : record.value();
              boolean saysDead = found.published().containsKey(Outcome.deadKey(offset));
              boolean isPoison = value.startsWith("poison") || value.equals("kills");
              boolean isOpen = isItsToDecide(offset, value);
              if (isOpen ? saysDead : isPoison) {
                dead.add(offset);
              }
            });
    if (node.lostNode()) {
      done.removeIf(
          replay -> !dead.contains(replay.origin()) || found.missing().contains(replay.origin()));
    }
    return Expected.of(node.setup(), node.history(), dead, done).committed(node.end());
  }

  private boolean isItsToDecide(long offset, String value) {
    return value.equals("flaky")
        || supervisor.endedAt(offset) >= node.setup().maxStarts()
        || (node.lostNode() && node.isMended(offset));
  }

  /** Whether state and output must equal those of the undisturbed run. */
  boolean isUndisturbed() {
    return reasonsForModel().isEmpty();
  }

  /** What state and output are compared with, and why. */
  String text() {
    List<String> why = reasonsForModel();
    return why.isEmpty()
        ? "the undisturbed run, record by record"
        : "a plain model of the input that survived, for " + String.join("; for ", why);
  }

  private List<String> reasonsForModel() {
    List<String> why = new ArrayList<>();
    if (node.lostAny()) {
      why.add("input or folders of the node were lost or restored");
    }
    boolean isOpen =
        node.history().entrySet().stream()
            .anyMatch(
                record ->
                    !"kills".equals(record.getValue().value())
                        && isItsToDecide(
                            record.getKey(), String.valueOf(record.getValue().value())));
    if (isOpen) {
      why.add("the fate of a record hangs on how often the process was started on it");
    }
    if (replayMoved) {
      why.add("a replay that was broken off took place later");
    }
    return why;
  }
}
