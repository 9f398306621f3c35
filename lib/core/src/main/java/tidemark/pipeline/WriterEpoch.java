package tidemark.pipeline;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Which process may write to a pipeline's folders. A pipeline has <i>generations</i> of folders;
 * who writes holds the lock of its generation, and the newest claim.
 *
 * <ol>
 *   <li><b>By the lock:</b> the successor gets the lock of the generation, so the old process has
 *       ended; then it publishes its epoch as the next {@link Claim}, and goes on in these folders.
 *   <li><b>By take-over:</b> the old process may live and hold the lock. The successor publishes
 *       its epoch; copies the folders, as it finds them, into a generation of its own, durably,
 *       which is where their logs end; publishes that generation; and removes the old one.
 *   <li>The number of a new claim is that of the newest one plus 1, and only one process can create
 *       its file. Then that process looks whether the claims before it are still those that it
 *       knew, and only then writes the content: an empty file belongs to a writer that has not
 *       begun.
 *   <li>Numbers only order the claims. A writer recognises its own claim by its random epoch and by
 *       its open file. So in a home that was restored from a copy it finds that it is fenced.
 *   <li>A writer calls {@link #require} after each step, before it goes on. So after a successor's
 *       claim it does at most one step more, in folders that are given up.
 * </ol>
 *
 * <p>One thread.
 */
final class WriterEpoch implements AutoCloseable {
  private static final String CLAIMS = "writer";
  private static final String GUARD = "guard";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final PipelineHome home;
  private final List<String> folders;
  private final long epoch = Math.max(1, RANDOM.nextLong() >>> 1);
  private final List<AutoCloseable> held = new ArrayList<>();
  private final Storage claims;
  private Claim mine = Claim.NONE;
  private @Nullable StorageFile file;
  private boolean fenced;

  private WriterEpoch(PipelineHome home, List<String> folders) throws IOException {
    this.home = home;
    this.folders = folders;
    this.claims = home.folder(CLAIMS);
    held.add(claims);
  }

  private interface Way {
    void go(WriterEpoch epoch) throws IOException;
  }

  /**
   * Follows the process before, which has ended.
   *
   * @param folders the names of all folders, of which each generation has its own
   * @throws IllegalStateException if it has not ended
   * @throws FencedException if another process succeeds or takes over at this moment
   */
  static WriterEpoch byLock(PipelineHome home, List<String> folders) throws IOException {
    return begin(new WriterEpoch(home, folders), WriterEpoch::succeed);
  }

  /**
   * Takes over from the process before, whether it still runs or not.
   *
   * @throws FencedException if another process succeeds or takes over at this moment
   */
  static WriterEpoch byTakeOver(PipelineHome home, List<String> folders) throws IOException {
    return begin(new WriterEpoch(home, folders), WriterEpoch::takeOver);
  }

  private static WriterEpoch begin(WriterEpoch epoch, Way way) throws IOException {
    boolean done = false;
    try {
      way.go(epoch);
      done = true;
      return epoch;
    } finally {
      if (!done) {
        epoch.close();
      }
    }
  }

  private void succeed() throws IOException {
    Claim newest = newest(Long.MAX_VALUE);
    lock(newest.generation());
    publish(newest, newest.generation(), newest.unneeded());
    removeUnneeded(newest);
  }

  private void takeOver() throws IOException {
    Claim newest = newest(Long.MAX_VALUE);
    lock(epoch);
    publish(newest, newest.generation(), epoch);
    Claim taking = mine;
    removeUnneeded(newest);
    for (String folder : folders) {
      // Not closed: that would release a lock, and neither is locked by this.
      Storage to = new FencedStorage(home.folder(named(folder, epoch)), this);
      FolderCopy.copy(home.folder(named(folder, taking.generation())), to);
    }
    publish(taking, epoch, taking.generation());
    removeUnneeded(mine);
  }

  /** The newest complete claim below a number; it gets the number of the newest file below it. */
  private Claim newest(long belowExclusive) throws IOException {
    Claim newest = Claim.NONE;
    for (String name : claims.names()) {
      long number = Claim.number(name);
      if (number > 0 && number < belowExclusive) {
        Claim found = Claim.read(claims, number);
        newest = found == null ? newest.numbered(number) : found;
      }
    }
    return newest;
  }

  private void publish(Claim known, long generation, long unneeded) throws IOException {
    Claim next = new Claim(known.number() + 1, epoch, generation, unneeded);
    StorageFile created;
    try {
      created = claims.createNew(Claim.name(next.number()));
    } catch (FileAlreadyExistsException other) {
      throw outrun();
    }
    held.add(created);
    claims.sync();
    if (!newest(next.number()).equals(known)) {
      throw outrun();
    }
    next.write(created);
    mine = next;
    file = created;
    if (newest(Long.MAX_VALUE).number() != next.number()) {
      throw outrun();
    }
    forgetClaimsBefore(next.number());
  }

  private static FencedException outrun() {
    return new FencedException(
        "a pipeline must be opened by one process at a time: another one opened it or took it over"
            + " at this moment; leave it to that one, or try again");
  }

  private void forgetClaimsBefore(long number) throws IOException {
    for (String name : claims.names()) {
      long old = Claim.number(name);
      if (old > 0 && old < number) {
        claims.delete(name);
      }
    }
  }

  private void lock(long generation) throws IOException {
    Storage guard = home.folder(named(GUARD, generation));
    guard.lock();
    held.add(guard);
  }

  /** If something is still open and cannot be deleted, the next process does it, by the claim. */
  private void removeUnneeded(Claim claim) throws IOException {
    if (claim.unneeded() != claim.generation()) {
      try {
        for (String folder : folders) {
          home.remove(named(folder, claim.unneeded()));
        }
        home.remove(named(GUARD, claim.unneeded()));
      } catch (IOException heldOpen) {
        require();
      }
    }
  }

  /** The folder of this name, for this writer: each step in it is fenced. */
  Storage folder(String name) throws IOException {
    return new FencedStorage(home.folder(named(name, mine.generation())), this);
  }

  private static String named(String folder, long generation) {
    return generation == 0 ? folder : folder + "." + Long.toHexString(generation);
  }

  /**
   * Refuses a writer if another process has taken over. Once refused it stays refused.
   *
   * @throws FencedException if another process has published its epoch
   */
  void require() throws IOException {
    requireNotFenced();
    StorageFile open = file;
    if (open == null) {
      throw new IllegalStateException("a writer must have published its epoch, epoch=" + epoch);
    }
    fenced = claims.exists(Claim.name(mine.number() + 1));
    if (!fenced) {
      try {
        open.requireNamed();
      } catch (IOException replaced) {
        fenced = true;
      }
    }
    requireNotFenced();
  }

  void requireNotFenced() {
    if (fenced) {
      throw new FencedException(
          "a writer must be the newest one, epoch="
              + mine.epoch()
              + ", number="
              + mine.number()
              + ": another process has taken this pipeline over, and what this one writes no longer"
              + " counts; end this process");
    }
  }

  boolean isFenced() {
    return fenced;
  }

  @Override
  public void close() {
    for (int i = held.size() - 1; i >= 0; i--) {
      try {
        held.get(i).close();
      } catch (Exception failed) {
        // A lock or a handle goes with the process at the latest.
      }
    }
  }
}
