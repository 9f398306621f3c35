package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.Incident;
import tidemark.exercise.MetricRow;
import tidemark.exercise.MetricTables;

/**
 * Exercise {@code 04-name-the-incident}. The learner is told which numbers speak against a wrong
 * name.
 */
final class NameIncidents {
  /** {@code List<Incident> incidents()}. */
  interface Incidents {
    List<Incident> incidents() throws Exception;
  }

  private static final List<Incident> RIGHT =
      List.of(
          Incident.POISON_STALL,
          Incident.EVENT_TIME_LATENESS,
          Incident.STOPPED_CONSUMER,
          Incident.HEALTHY,
          Incident.RETENTION_GAP,
          Incident.SILENT_INPUT,
          Incident.GROWING_BACKLOG);

  private final MetricRow first;
  private final MetricRow last;

  private NameIncidents(List<MetricRow> rows) {
    this.first = rows.get(0);
    this.last = rows.get(rows.size() - 1);
  }

  static Question question() {
    List<Part> parts = new ArrayList<>();
    for (Incident right : RIGHT) {
      int number = parts.size() + 1;
      NameIncidents table = new NameIncidents(MetricTables.rows(number));
      Part part = Part.of("Table " + number + ".", right);
      for (Incident claimed : Incident.values()) {
        if (claimed != right) {
          part = part.likely(claimed, table.because(claimed), table.against(claimed));
        }
      }
      parts.add(part);
    }
    return new Question(
        "04-name-the-incident",
        5,
        Incidents.class,
        parts,
        "No single number names an incident: first whether the committed offset moves, then what is"
            + " left to read, and only then the watermarks.");
  }

  /** What in this table may have led to the name. */
  private String because(Incident claimed) {
    return switch (claimed) {
      case HEALTHY -> becauseHealthy();
      case GROWING_BACKLOG ->
          distance(last) > distance(first) + 20
              ? "end − committed grows"
              : first.recordsLeft() > 100
                  ? "many records are left at first"
                  : "new records keep coming";
      case STOPPED_CONSUMER ->
          stands()
              ? "the committed offset stands"
              : first.markOfA() == last.markOfA()
                  ? "A's watermark stands"
                  : distance(first) > 100
                      ? "the committed offset is far from the end"
                      : "A's watermark is a long way behind the minute";
      case POISON_STALL ->
          stands()
              ? "the committed offset stands, as it does in front of poison"
              : "the consumer is behind, as if one record held it up";
      case RETENTION_GAP ->
          stands()
              ? "whoever stands is overtaken by retention some day"
              : distance(last) > 100
                  ? "the committed offset is far from the end, and retention removes what is old"
                  : "what is behind may be removed before it is read";
      case EVENT_TIME_LATENESS -> "the watermarks are behind the minute in the first column";
      case SILENT_INPUT ->
          stands()
              ? "the watermarks stand"
              : last.markOfB() - last.markOfA() > 1
                  ? "A's watermark is a long way behind B's"
                  : "the watermarks are behind the minute in the first column";
    };
  }

  private String becauseHealthy() {
    if (stands()) {
      return last.recordsLeft() < 10 ? "hardly a record is left" : "no attempt fails";
    }
    return leftGrows()
        ? "the committed offset moves, row by row"
        : first.recordsLeft() > 100 ? "the lag shrinks" : "hardly a record is left to read";
  }

  /** What in this table speaks against the name. */
  private String against(Incident claimed) {
    return switch (claimed) {
      case HEALTHY -> againstHealthy();
      case GROWING_BACKLOG ->
          stands()
              ? committed() + " A backlog grows while it is read, too slowly."
              : "records left are %d at first and %d at last. A backlog grows there, not in offset"
                      .formatted(first.recordsLeft(), last.recordsLeft())
                  + " positions alone.";
      case STOPPED_CONSUMER ->
          stands()
              ? attempts() + " A stopped consumer adds none."
              : committed() + " It is reading.";
      case POISON_STALL ->
          stands()
              ? attempts() + " Nobody tries that record now."
              : committed() + " No record holds it.";
      case RETENTION_GAP ->
          "the start is %d, never above the committed offset: nothing unread is gone."
              .formatted(last.start());
      case EVENT_TIME_LATENESS -> againstLateness();
      case SILENT_INPUT ->
          stands()
              ? committed() + " Nothing was read of A or of B, so neither is the silent one."
              : "A's watermark goes from %d to %d, B's from %d to %d: both are still heard."
                  .formatted(first.markOfA(), last.markOfA(), first.markOfB(), last.markOfB());
    };
  }

  private String againstHealthy() {
    if (stands()) {
      return "the committed offset stands at %d, and %d records are left to read."
          .formatted(last.committed(), last.recordsLeft());
    }
    if (last.start() > first.start()) {
      return "it does not shrink by reading alone. Look at the start: it goes from %d to %d."
          .formatted(first.start(), last.start());
    }
    if (leftGrows()) {
      return "records left go from %d to %d.".formatted(first.recordsLeft(), last.recordsLeft());
    }
    return "A's watermark is at %d in minute %d.".formatted(last.markOfA(), last.minute());
  }

  private String againstLateness() {
    if (stands()) {
      return committed() + " What is not read cannot come late; the watermarks stand with it.";
    }
    if (last.markOfB() - last.markOfA() > 1) {
      return "A's watermark stands at %d. Late events would still move it, a long way behind."
          .formatted(last.markOfA());
    }
    return "the watermark follows the time lag: %s; %s. What it reads is no older than its own delay."
        .formatted(delay(first), delay(last));
  }

  private static String delay(MetricRow row) {
    return "minute %d, time lag %d, watermark %d"
        .formatted(row.minute(), row.timeLag(), Math.min(row.markOfA(), row.markOfB()));
  }

  private boolean leftGrows() {
    return last.recordsLeft() > 2 * first.recordsLeft() + 20;
  }

  private boolean stands() {
    return first.committed() == last.committed();
  }

  private String committed() {
    long from = first.committed();
    return stands()
        ? "the committed offset stands at %d.".formatted(from)
        : "the committed offset goes from %d to %d.".formatted(from, last.committed());
  }

  private String attempts() {
    return first.attempts() == last.attempts()
        ? "attempts stay at %d.".formatted(last.attempts())
        : "attempts climb from %d to %d.".formatted(first.attempts(), last.attempts());
  }

  private static long distance(MetricRow row) {
    return row.end() - Math.max(row.start(), row.committed());
  }
}
