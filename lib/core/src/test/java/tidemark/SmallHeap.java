package tidemark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a class in a process of its own with a small heap. */
public final class SmallHeap {
  private SmallHeap() {}

  /** Runs it with 16 MB of heap; gives the exit status. */
  public static int run(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    return run(16, main, arguments);
  }

  /** Runs it with a heap of this many MB; gives the exit status. */
  public static int run(int megabytes, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + megabytes + "m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
