package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * What a person is shown of a run: two lanes aligned by offset, the expected results above, the
 * results of the disturbed run below.
 *
 * @param rows one for each offset that has a record, and a last one for what belongs to no record
 * @param onDisk what the disk held when the process ended for the last time, a folder a line; empty
 *     if the run was right
 * @param sentence what is different, or why nothing had to be equal
 */
public record Evidence(List<Row> rows, List<String> onDisk, String sentence) {
  /**
   * Stands for the offset of the last row, which has what belongs to no record: the watermark, say.
   */
  public static final long AT_THE_END = -1;

  public Evidence {
    rows = List.copyOf(rows);
    onDisk = List.copyOf(onDisk);
  }

  /**
   * What belongs to one offset.
   *
   * @param offset the offset, or {@link #AT_THE_END}
   * @param record the record as it was appended; empty at the end
   * @param undisturbed the results that the record must make: {@code output …}, {@code table …}
   * @param disturbed the same results in the disturbed run, in the same order; {@code –} stands for
   *     one that is missing
   * @param happened what happened to the process when it was at this offset, in order
   * @param differs whether the two lanes differ here
   */
  public record Row(
      long offset,
      String record,
      List<String> undisturbed,
      List<String> disturbed,
      List<String> happened,
      boolean differs) {
    public Row {
      undisturbed = List.copyOf(undisturbed);
      disturbed = List.copyOf(disturbed);
      happened = List.copyOf(happened);
    }
  }

  /** The first row that differs; its offset may be {@link #AT_THE_END}. Empty if none does. */
  public List<Row> firstDifference() {
    return rows.stream().filter(Row::differs).limit(1).toList();
  }

  /** As text: the lanes, the disk, the sentence. */
  public String text() {
    List<String> lines = new ArrayList<>();
    boolean marked = false;
    for (Row row : rows) {
      lines.add(row.offset == AT_THE_END ? "at the end" : row.record);
      row.happened.forEach(what -> lines.add("    ! " + what));
      lines.add("    undisturbed  " + String.join("; ", row.undisturbed));
      String mark = row.differs && !marked ? "   <-- the first difference" : "";
      marked |= row.differs;
      lines.add("    disturbed    " + String.join("; ", row.disturbed) + mark);
    }
    if (!onDisk.isEmpty()) {
      lines.add("on disk when the process ended for the last time:");
      onDisk.forEach(line -> lines.add("    " + line));
    }
    lines.add(sentence);
    return String.join("\n", lines);
  }
}
