package tidemark.simulate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import tidemark.log.Bytes;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A directory in memory for tests: every step can be made to fail, and it knows what a power cut
 * would leave.
 *
 * <ol>
 *   <li>The content of a file is durable when it was forced, a name when the directory was synced.
 *       Until then each write, cut, creation, renaming and deletion is kept as a separate change.
 *   <li>Before each step the {@link Plan} is asked. It may allow only a part of it (a short read or
 *       write), make it fail, or end the process with a {@link Crash}.
 *   <li>{@link #afterPowerCut} makes the directory that is found after a power cut: what is
 *       durable, and of each later change as much as the {@link Loss} leaves.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class FaultyStorage implements Storage {
  private static final Plan NO_FAULT = step -> step.bytes();

  private final TreeMap<String, Node> names = new TreeMap<>();
  private final TreeMap<String, Node> durableNames = new TreeMap<>();
  private final List<NameChange> pendingNames = new ArrayList<>();
  private Plan plan = NO_FAULT;
  private int steps;
  private int openFiles;
  private boolean crashed;
  private boolean locked;

  /** The kind of a step. */
  public enum Kind {
    READ,
    WRITE,
    TRUNCATE,
    FORCE,
    CREATE,
    RENAME,
    DELETE,
    SYNC
  }

  /**
   * A step that is about to be done.
   *
   * @param number the number of the step, counted from 0 among the steps that change something; a
   *     read has the number of the next such step
   * @param file the name of the file when it was opened; empty for the directory
   * @param bytes how many bytes are to be read or written, at least 1; 1 for other steps
   */
  public record Step(int number, Kind kind, String file, int bytes) {}

  /** Decides what happens at each step. */
  @FunctionalInterface
  public interface Plan {
    /**
     * Returns how many bytes of the step to do, at least 1; more than {@link Step#bytes} does all.
     *
     * @throws IOException if the step fails; nothing of it is done then
     * @throws Crash if the process ends here
     */
    int allow(Step step) throws IOException;
  }

  /** A change of names: one goes and one comes. A renaming is both at once, and so one change. */
  private record NameChange(String gone, String come, Node node) {
    void applyTo(TreeMap<String, Node> names) {
      if (!gone.isEmpty()) {
        names.remove(gone);
      }
      if (!come.isEmpty()) {
        names.put(come, node);
      }
    }
  }

  /** A write, or a cut if there are no bytes. */
  private record Change(long position, Bytes bytes, boolean isCut) {
    static Change write(long position, byte[] bytes) {
      return new Change(position, Bytes.of(bytes), false);
    }
  }

  /** A file's content, whatever its name. */
  private static final class Node {
    private final Content now = new Content();
    private final Content durable = new Content();
    private final List<Change> pending = new ArrayList<>();

    void change(Change change) {
      now.apply(change, change.bytes.length());
      pending.add(change);
    }

    void force() {
      pending.forEach(change -> durable.apply(change, change.bytes.length()));
      pending.clear();
    }

    Node after(Loss loss) {
      Node node = new Node();
      node.now.apply(Change.write(0, durable.copy()), durable.size);
      for (Change change : pending) {
        int bytes = loss.surviving(Math.max(1, change.bytes.length()));
        if (bytes > 0) {
          node.now.apply(change, bytes);
        }
      }
      node.durable.apply(Change.write(0, node.now.copy()), node.now.size);
      return node;
    }
  }

  private static final class Content {
    private byte[] bytes = {};
    private int size;

    byte[] copy() {
      return Arrays.copyOf(bytes, size);
    }

    void apply(Change change, int count) {
      int at = Math.toIntExact(change.position);
      if (change.isCut) {
        Arrays.fill(bytes, Math.min(at, size), size, (byte) 0);
        size = Math.min(at, size);
        return;
      }
      if (at + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(at + count, 2 * bytes.length));
      }
      change.bytes.buffer().get(0, bytes, at, count);
      size = Math.max(size, at + count);
    }
  }

  /** Asks this plan at every step from now on; returns this storage. */
  public synchronized FaultyStorage follow(Plan newPlan) {
    plan = newPlan;
    return this;
  }

  /** How many steps changed something so far. */
  public synchronized int steps() {
    return steps;
  }

  /** How many files are open. */
  public synchronized int openFiles() {
    return openFiles;
  }

  /** The directory that a crash or power cut now would leave: a copy, without faults. */
  public synchronized FaultyStorage afterPowerCut(Loss loss) {
    FaultyStorage found = new FaultyStorage();
    TreeMap<String, Node> left = new TreeMap<>(durableNames);
    for (NameChange change : pendingNames) {
      if (loss.surviving(1) > 0) {
        change.applyTo(left);
      }
    }
    left.forEach((name, node) -> found.names.put(name, node.after(loss)));
    found.durableNames.putAll(found.names);
    return found;
  }

  /** The present content of a file, durable or not; copied. */
  public synchronized byte[] bytes(String name) throws IOException {
    return find(name).now.copy();
  }

  /** Gives a file other content, durably and without asking the plan: somebody tampered with it. */
  public synchronized void tamper(String name, byte[] bytes) {
    Node node = new Node();
    node.change(Change.write(0, bytes));
    node.force();
    names.put(name, node);
    durableNames.put(name, node);
  }

  /** Removes a file, durably and without asking the plan: it was lost. */
  public synchronized void lose(String name) {
    names.remove(name);
    durableNames.remove(name);
  }

  private Node find(String name) throws NoSuchFileException {
    Node node = names.get(name);
    if (node == null) {
      throw new NoSuchFileException(name);
    }
    return node;
  }

  /** Asks the plan. Returns how many bytes to do; {@code crashed} is set if a crash comes after. */
  private int allow(Kind kind, String file, int bytes) throws IOException {
    if (crashed) {
      throw new Crash(0);
    }
    int number = kind == Kind.READ ? steps : steps++;
    try {
      return Math.min(bytes, plan.allow(new Step(number, kind, file, bytes)));
    } catch (Crash crash) {
      crashed = true;
      if (kind == Kind.WRITE && crash.bytesDone() > 0) {
        return Math.min(bytes, crash.bytesDone());
      }
      throw crash;
    }
  }

  @Override
  public synchronized void lock() {
    if (locked) {
      throw new IllegalStateException(
          "a directory must have one writer: it is open already; close it there first");
    }
    locked = true;
  }

  @Override
  public synchronized void requireLocked() throws IOException {
    if (!locked) {
      throw new IOException("a storage must stay locked while it is in use; its lock was deleted");
    }
  }

  /** Releases the lock without asking the plan: somebody deleted the lock file. */
  public synchronized void loseLock() {
    locked = false;
  }

  @Override
  public synchronized List<String> names() {
    return List.copyOf(names.keySet());
  }

  @Override
  public synchronized StorageFile create(String name) throws IOException {
    allow(Kind.CREATE, name, 1);
    Node node = new Node();
    change(new NameChange("", name, node));
    return new OpenFile(name, node);
  }

  @Override
  public synchronized StorageFile createNew(String name) throws IOException {
    if (names.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
    return create(name);
  }

  @Override
  public synchronized boolean exists(String name) {
    return names.containsKey(name);
  }

  @Override
  public synchronized StorageFile open(String name) throws IOException {
    return new OpenFile(name, find(name));
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    allow(Kind.RENAME, from, 1);
    change(new NameChange(from, to, find(from)));
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    allow(Kind.DELETE, name, 1);
    Node node = names.get(name);
    if (node != null) {
      change(new NameChange(name, "", node));
    }
  }

  private void change(NameChange change) {
    change.applyTo(names);
    pendingNames.add(change);
  }

  @Override
  public synchronized void sync() throws IOException {
    allow(Kind.SYNC, "", 1);
    pendingNames.forEach(change -> change.applyTo(durableNames));
    pendingNames.clear();
  }

  @Override
  public synchronized void close() {
    locked = false;
  }

  @Override
  public String toString() {
    return "simulated";
  }

  private final class OpenFile implements StorageFile {
    private final String name;
    private final Node node;
    private boolean open = true;

    OpenFile(String name, Node node) {
      this.name = name;
      this.node = node;
      openFiles++;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      synchronized (FaultyStorage.this) {
        int bytes = (int) Math.min(target.remaining(), node.now.size - position);
        if (bytes <= 0) {
          return -1;
        }
        int allowed = allow(Kind.READ, name, bytes);
        target.put(node.now.bytes, (int) position, allowed);
        return allowed;
      }
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      synchronized (FaultyStorage.this) {
        byte[] bytes = new byte[allow(Kind.WRITE, name, source.remaining())];
        source.get(bytes);
        node.change(Change.write(position, bytes));
        if (crashed) {
          throw new Crash(0);
        }
        return bytes.length;
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      synchronized (FaultyStorage.this) {
        allow(Kind.TRUNCATE, name, 1);
        node.change(new Change(size, Bytes.of(), true));
      }
    }

    @Override
    public long size() {
      synchronized (FaultyStorage.this) {
        return node.now.size;
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (FaultyStorage.this) {
        allow(Kind.FORCE, name, 1);
        node.force();
      }
    }

    @Override
    public void requireNamed() throws IOException {
      synchronized (FaultyStorage.this) {
        if (names.get(name) != node) {
          throw new IOException(
              "an open file must keep its name, file="
                  + name
                  + "; it was deleted or replaced: what was written since may be lost");
        }
      }
    }

    @Override
    public void close() {
      synchronized (FaultyStorage.this) {
        openFiles -= open ? 1 : 0;
        open = false;
      }
    }
  }
}
