package tidemark.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScheduleTest {
  private static final String ALL_WORDS =
      """
      # every action there is
      append 3; append a=1 @12 input EWR; append b=∅; append c=poison:+3 @-4
      duplicate 4; gap 5; clock +3600s; clock -250ms
      run; restart; snapshot; compact; retain; replay 3
      crash; crash before sync 3; crash after write 2 in output; crash before step 3 during snapshot
      power cut; power cut before rename 1; power cut before step 9 keeping some 17 during replay 3
      torn write 7; fail delete 2 in snapshots; disk full for 2; zombie before cut 4
      backup; restore backup of log; restore backup of node
      lose node keep log; lose node keep log+snapshots
      """;

  @Test
  void whatIsPrintedIsReadAsTheSame() {
    Schedule all = Schedule.parse(ALL_WORDS);
    assertEquals(30, all.actions().size());
    assertEquals(all, Schedule.parse(all.text()));
    for (long seed = 0; seed < 2000; seed++) {
      Schedule schedule = Schedule.random(seed);
      assertEquals(schedule, Schedule.parse(schedule.text()), "seed " + seed);
    }
  }

  @Test
  void whatIsReadIsPrintedAsItWasWritten() {
    String text = ALL_WORDS.substring(ALL_WORDS.indexOf('\n') + 1).strip().replace("\n", "; ");
    assertEquals(text, Schedule.parse(ALL_WORDS).text());
  }

  @Test
  void aSeedGivesTheSameScheduleEachTimeAndAnotherSeedAnotherOne() {
    assertEquals(Schedule.random(17), Schedule.random(17));
    assertTrue(!Schedule.random(17).equals(Schedule.random(18)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "append a | key=value | found=a, line=1, column=8",
        "append 0 | from 1 to 1000 | found=0, line=1, column=8",
        "append -3 | from 1 to 1000 | found=-3, line=1, column=8",
        "append 3 @5 | end with ; | found=@5, line=1, column=10",
        "append =1 | key | found==1, line=1, column=8",
        "run; crash before syncs | step must be one of | found=syncs, line=1, column=19",
        "clock 5s | +3600s | found=5s, line=1, column=7",
        "lose node keep snapshots | event log first | found=snapshots, line=1, column=16",
        "restore backup | of log, or of node | found=the end of the action, line=1, column=15",
        "gap 0 | from 1 to 1000 | found=0, line=1, column=5",
        "run run | end with ; | found=run, line=1, column=5",
        "crash during backup | one of append | found=backup, line=1, column=14",
        "dance | one of append | found=dance, line=1, column=1"
      })
  void whatCannotBeReadIsNamedWithItsPlace(String text, String rule, String place) {
    Exception wrong = assertThrows(IllegalArgumentException.class, () -> Schedule.parse(text));
    String message = String.valueOf(wrong.getMessage());
    assertTrue(message.contains(rule) && message.contains(place), message);
  }

  /** The notation in which schedules were first asked for. */
  @Test
  void aFileWithAppend3CrashBeforeSyncRestartIsReadAndRun(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("schedule.txt");
    Files.writeString(file, "# edit me\nappend 3; crash before sync\nrestart\n");
    Schedule schedule = Schedule.parse(Files.readString(file));
    assertEquals("append 3; crash before sync 1; restart", schedule.text());
    Report report = Simulator.of(LibraryPipeline::start).run(schedule);
    assertTrue(report.isRight(), report.text());
    List<String> records = report.evidence().rows().stream().map(Evidence.Row::record).toList();
    assertEquals(4, records.size(), "three, and the end");
    assertTrue(records.get(1).startsWith("1:b=+1 @5 input B"), records.get(1));
    List<String> happened = report.evidence().rows().get(0).happened();
    assertTrue(happened.contains("crash before sync 1"), happened.toString());
  }

  @Test
  void thePlaceIsThatOfTheLineInAFile() {
    Exception wrong =
        assertThrows(
            IllegalArgumentException.class, () -> Schedule.parse("run\n# text\n  crash befor x"));
    assertTrue(String.valueOf(wrong.getMessage()).contains("line=3, column=9"), wrong.toString());
  }

  @Test
  void theScheduleIsOnDiskBeforeItRunsAndTheFileReplaysIt(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("schedule.txt");
    PipelineUnderTest looking =
        node -> {
          assertEquals(Schedule.random(5), Schedule.parse(Files.readString(file)));
          return ToyPipeline.with().start(node);
        };
    Report report = Simulator.of(looking).writingTo(file).run(5);
    assertTrue(report.isRight(), report.text());
    assertEquals(List.of("# seed 5"), Files.readAllLines(file).subList(0, 1));
  }
}
