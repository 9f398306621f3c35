package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;

/**
 * A folder that is copied file by file while the log goes on has files of different moments. Such a
 * copy is refused, or it has only what was appended and knows what it lacks: never less.
 */
final class FileByFileCopyTest {
  private static final long SEGMENT_BYTES = 600;

  private static final int COPIES = Boolean.getBoolean("tidemark.long") ? 100_000 : 2000;

  private final ManualClock clock = new ManualClock(0);
  private final DiskLogOptions options =
      DiskLogOptions.compacted(clock).withSegmentBytes(SEGMENT_BYTES);
  private final FaultyStorage disk = new FaultyStorage();
  private final Map<Long, Entry> appended = new HashMap<>();
  private final Map<Long, Long> epochs = new HashMap<>();
  private final Set<Long> purged = new HashSet<>();
  private final List<Map<String, byte[]>> moments = new ArrayList<>();
  private DiskLog log = DiskLog.open(disk, options);

  private void look() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (String name : disk.names()) {
      files.put(name, disk.bytes(name));
    }
    moments.add(files);
  }

  private void append(String key, @Nullable String value) throws IOException {
    clock.advance(1);
    Event event = Event.of(key, value);
    long offset = log.append(event);
    appended.put(offset, new Entry(offset, clock.millis(), event));
    epochs.put(offset, log.epoch());
    look();
  }

  private void rewrite(Long... gone) throws IOException {
    Set<Long> removed = Set.of(gone);
    log.rewrite(
        log.activeStart(),
        clock.millis(),
        entry -> {
          if (!removed.contains(entry.offset())) {
            return Disposition.KEEP;
          }
          if (entry.isTombstone()) {
            purged.add(entry.offset());
          }
          return entry.isTombstone() ? Disposition.PURGED : Disposition.SUPERSEDED;
        });
    look();
  }

  /** Everything that changes files: appends, rolls, openings, rewrites, merges and retention. */
  private void live() throws IOException {
    look();
    for (int round = 0; round < 3; round++) {
      append("a", "1");
      append("b", null);
      append("c", "x".repeat(300));
      log.roll();
      look();
      append("d" + round, "2");
      log.close();
      look();
      log = DiskLog.open(disk, options);
      append("e", null);
      log.roll();
      look();
    }
    rewrite(0L, 2L, 3L);
    rewrite(1L, 7L);
    append("a", "3");
    rewrite(5L, 8L, 9L);
    log.retain(Retention.activeSegmentOnly().keeping(6));
    look();
    rewrite(10L, 11L);
    append("f", "4");
    log.retain(Retention.activeSegmentOnly().keeping(11));
    look();
    log.close();
    look();
  }

  private static FaultyStorage of(Map<String, byte[]> files) {
    FaultyStorage storage = new FaultyStorage();
    files.forEach(storage::tamper);
    return storage;
  }

  /** False if the copy is refused. */
  private boolean isRightOrRefused(Map<String, byte[]> files, String what) {
    try (DiskLog copy = DiskLog.open(of(files), options)) {
      Set<Long> there = new TreeSet<>();
      for (Entry entry : copy.entries(copy.startOffset())) {
        there.add(entry.offset());
        assertEquals(appended.get(entry.offset()), entry, what);
        long epoch = copy.epochAt(entry.offset());
        boolean known = epochs.containsValue(epoch);
        assertTrue(
            !known || Long.valueOf(epoch).equals(epochs.get(entry.offset())),
            what + ": epoch of " + entry);
      }
      for (long offset = copy.startOffset(); offset < copy.endOffset(); offset++) {
        if (!there.contains(offset)) {
          assertTrue(copy.marks().highestRemoved() >= offset, what + ": lacks " + offset);
          assertTrue(
              !purged.contains(offset) || copy.marks().highestPurged() >= offset,
              what + ": lacks the tombstone " + offset + ", " + copy.marks());
        }
      }
      return true;
    } catch (DamagedLogException refused) {
      return false;
    }
  }

  @Test
  void copyOfFilesOfTwoMomentsIsRefusedOrKnowsWhatItLacks() throws IOException {
    live();
    int right = 0;
    int refused = 0;
    for (int from = 0; from < moments.size(); from++) {
      for (int to = from + 1; to < moments.size(); to++) {
        Map<String, byte[]> older = moments.get(from);
        Map<String, byte[]> newer = moments.get(to);
        Set<String> names = new TreeSet<>(older.keySet());
        names.addAll(newer.keySet());
        List<String> order = List.copyOf(names);
        for (int cut = 0; cut <= order.size(); cut++) {
          for (boolean newerFirst : new boolean[] {false, true}) {
            Map<String, byte[]> mixed = new TreeMap<>();
            for (int i = 0; i < order.size(); i++) {
              byte[] file = (i < cut == newerFirst ? newer : older).get(order.get(i));
              if (file != null) {
                mixed.put(order.get(i), file);
              }
            }
            String what = from + "-" + to + " cut " + cut + (newerFirst ? " newer first" : "");
            if (isRightOrRefused(mixed, what + " " + mixed.keySet())) {
              right++;
            } else {
              refused++;
            }
          }
        }
      }
    }
    assertTrue(right > 1000 && refused > 1000, right + " right, " + refused + " refused");
  }

  /** In any order, as folders list their names; the log goes on between any two files. */
  @Test
  void copyInAnyOrderOverManyMomentsIsRefusedOrKnowsWhatItLacks() throws IOException {
    live();
    int[] right = {0};
    Seeds.forEach(
        COPIES,
        (seed, random) -> right[0] += isRightOrRefused(copy(random), "seed " + seed) ? 1 : 0);
    assertTrue(!Seeds.all() || (right[0] > COPIES / 20 && right[0] < COPIES), right[0] + " right");
  }

  /** Each file at its moment, which is never before that of the file before it. */
  private Map<String, byte[]> copy(RandomGenerator random) {
    Set<String> all = new TreeSet<>();
    moments.forEach(files -> all.addAll(files.keySet()));
    List<String> order = new ArrayList<>(all);
    for (int i = order.size() - 1; i > 0; i--) {
      Collections.swap(order, i, random.nextInt(i + 1));
    }
    int moment = random.nextInt(moments.size());
    int hurry = random.nextInt(1, 5);
    Map<String, byte[]> copied = new TreeMap<>();
    for (String name : order) {
      byte[] file = moments.get(moment).get(name);
      if (file != null) {
        copied.put(name, file);
      }
      moment += random.nextInt(hurry) == 0 && moment + 1 < moments.size() ? 1 : 0;
    }
    return copied;
  }

  /** The last file that the copier reads is one that grows: of it, it gets less than there is. */
  @Test
  void copyWithAFileThatWasCutShortIsRefusedOrKnowsWhatItLacks() throws IOException {
    live();
    int[] right = {0};
    Seeds.forEach(
        COPIES,
        (seed, random) -> {
          Map<String, byte[]> files = copy(random);
          List<String> names = List.copyOf(files.keySet());
          String cut = names.get(random.nextInt(names.size()));
          byte[] whole = files.get(cut);
          if (whole != null && whole.length > 0) {
            files.put(cut, Arrays.copyOf(whole, random.nextInt(whole.length)));
          }
          right[0] += isRightOrRefused(files, "seed " + seed + " cut " + cut) ? 1 : 0;
        });
    assertTrue(!Seeds.all() || (right[0] > COPIES / 50 && right[0] < COPIES), right[0] + " right");
  }
}
