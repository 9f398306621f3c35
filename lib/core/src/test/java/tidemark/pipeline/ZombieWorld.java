package tidemark.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.simulate.FaultyStorage;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Two processes over the same folders, of which one runs at a time: who is paused at a step goes on
 * when the other is paused or has ended. A step is a write, read or any other call of the storage.
 */
final class ZombieWorld {
  private final Map<String, FaultyStorage> disks = new ConcurrentHashMap<>();
  private final DiskLog log;
  private final int recordsPerGroup;
  private final ManualClock clock = new ManualClock(0);

  ZombieWorld(List<Event> events, int recordsPerGroup) {
    this.recordsPerGroup = recordsPerGroup;
    log = DiskLog.open(new FaultyStorage(), DiskLogOptions.uncompacted(clock));
    for (int i = 0; i < events.size(); i++) {
      clock.set(10L * i);
      log.append(events.get(i));
    }
  }

  /** A process. It pauses before one of its steps, once. */
  final class Run {
    private final boolean takesOver;
    private final int pauseAt;
    private final Semaphore go = new Semaphore(0);
    private final Semaphore stopped = new Semaphore(0);
    private final Thread thread = new Thread(this::run, "process");
    private int steps;
    private boolean ended;
    @Nullable Throwable failure;
    PipelineWorld.@Nullable Result result;

    Run(boolean takesOver, int pauseAt) {
      this.takesOver = takesOver;
      this.pauseAt = pauseAt;
      thread.setDaemon(true);
    }

    /** Runs on to the pause, or to the end; returns then. */
    void goOn() {
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      } else {
        go.release();
      }
      stopped.acquireUninterruptibly();
    }

    boolean hasEnded() {
      return ended;
    }

    int steps() {
      return steps;
    }

    private void step() {
      if (steps++ == pauseAt) {
        stopped.release();
        go.acquireUninterruptibly();
      }
    }

    private void run() {
      try {
        PipelineOptions options = PipelineWorld.options(recordsPerGroup, clock);
        PipelineHome home = this::folder;
        try (Pipeline pipeline =
            takesOver
                ? Pipeline.takeOver(log, home, options, PipelineWorld::handle)
                : Pipeline.open(log, home, options, PipelineWorld::handle)) {
          pipeline.withSleeper(wait -> {}).run();
          result = PipelineWorld.result(pipeline);
        }
      } catch (Throwable thrown) {
        failure = thrown;
      } finally {
        ended = true;
        stopped.release();
      }
    }

    private Storage folder(String name) {
      return new Paused(disks.computeIfAbsent(name, folder -> new FaultyStorage()), this);
    }
  }

  /** Each call is a step of the process. The pause comes before it, outside of all locks. */
  private static final class Paused implements Storage {
    private final FaultyStorage disk;
    private final Run process;
    private boolean locked;

    Paused(FaultyStorage disk, Run process) {
      this.disk = disk;
      this.process = process;
    }

    @Override
    public void lock() {
      process.step();
      disk.lock();
      locked = true;
    }

    @Override
    public void requireLocked() throws IOException {
      disk.requireLocked();
    }

    @Override
    public List<String> names() {
      process.step();
      return disk.names();
    }

    @Override
    public boolean exists(String name) {
      process.step();
      return disk.exists(name);
    }

    @Override
    public StorageFile create(String name) throws IOException {
      process.step();
      return new PausedFile(disk.create(name), process);
    }

    @Override
    public StorageFile createNew(String name) throws IOException {
      process.step();
      return new PausedFile(disk.createNew(name), process);
    }

    @Override
    public StorageFile open(String name) throws IOException {
      process.step();
      return new PausedFile(disk.open(name), process);
    }

    @Override
    public void rename(String from, String to) throws IOException {
      process.step();
      disk.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
      process.step();
      disk.delete(name);
    }

    @Override
    public void sync() throws IOException {
      process.step();
      disk.sync();
    }

    @Override
    public void close() {
      if (locked) {
        disk.close();
        locked = false;
      }
    }
  }

  private record PausedFile(StorageFile file, Run process) implements StorageFile {
    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      process.step();
      return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      process.step();
      return file.write(source, position);
    }

    @Override
    public void truncate(long size) throws IOException {
      process.step();
      file.truncate(size);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void force() throws IOException {
      process.step();
      file.force();
    }

    @Override
    public void requireNamed() throws IOException {
      file.requireNamed();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Names of the folders that have files. */
  Map<String, Integer> filesByFolder() {
    Map<String, Integer> files = new TreeMap<>();
    disks.forEach(
        (name, disk) -> {
          if (!disk.names().isEmpty()) {
            files.put(name, disk.names().size());
          }
        });
    return files;
  }
}
