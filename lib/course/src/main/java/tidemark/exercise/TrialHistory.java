package tidemark.exercise;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file of a trial: each schedule, before it runs, on a line that can be tried again; below it,
 * behind {@code #}, what was written under it and how it ended. Not thread-safe.
 */
final class TrialHistory implements AutoCloseable {
  private final @Nullable BufferedWriter file;

  private TrialHistory(@Nullable BufferedWriter file) {
    this.file = file;
  }

  /** Replaces the file; if there is none, nothing is written. */
  static TrialHistory open(@Nullable Path path) {
    try {
      return new TrialHistory(path == null ? null : Files.newBufferedWriter(path));
    } catch (IOException failed) {
      throw new UncheckedIOException("a history must be writable, file=" + path, failed);
    }
  }

  void comment(String text) {
    line("# " + text);
  }

  void schedule(TrialSchedule schedule) {
    line(schedule.text());
  }

  void ended(TrialRun run) {
    int writes = run.lost().after().isEmpty() ? run.writes().size() : run.schedule().loss();
    comment("    wrote: " + String.join(", ", run.writes().subList(0, writes)));
    if (writes < run.writes().size() || !run.lost().after().isEmpty()) {
      comment("    node lost; on disk: " + String.join("; ", run.lost().onDisk()));
      comment(
          "    another node wrote: "
              + String.join(", ", run.writes().subList(writes, run.writes().size())));
    }
    run.redelivered().forEach(each -> comment("    " + each));
    comment(
        run.firstProblem().map(problem -> "    WRONG: " + problem.sentence()).orElse("    right"));
  }

  private void line(String text) {
    if (file == null) {
      return;
    }
    try {
      file.write(text.replace('\n', ' '));
      file.newLine();
      file.flush(); // A schedule that hangs must be there.
    } catch (IOException failed) {
      throw new UncheckedIOException("a history must be written before it goes on", failed);
    }
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("a history must be written to its end", failed);
    }
  }
}
