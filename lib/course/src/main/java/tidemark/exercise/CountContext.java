package tidemark.exercise;

/**
 * What a shop that counts its visitors works with: a log with one record for each visitor, and a
 * folder with a count and the next offset to read. Both are 0 at first. The folder outlives the
 * process, which may end after each call that writes.
 */
public interface CountContext {
  /** The offset that the next visitor will get; there is a record at each offset below it. */
  long end();

  /** The count in the folder. */
  int count();

  /** The next offset to read, in the folder. */
  long next();

  /** Writes the count alone, into a file of its own. */
  void writeCount(int count);

  /** Writes the next offset alone, into a file of its own. */
  void writeNext(long next);

  /** Writes both into one file, whole or not at all. */
  void writeBoth(int count, long next);
}
