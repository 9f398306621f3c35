package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.diagnose.Sample;
import tidemark.diagnose.Sample.Input;
import tidemark.lag.Lag;

/**
 * A simulated consumer, run minute by minute and measured at the end of each minute.
 *
 * <ol>
 *   <li>Records are appended at a rate; in a compacted log each takes several offsets, so that the
 *       offset lag is far above the records left.
 *   <li>The consumer reads as many as it can, unless it is stopped or retries one record.
 *   <li>If the incident is a retention gap, retention moves the log's start past records that were
 *       not read yet.
 *   <li>The last event of each input is as new as the last record that was read; that of a silent
 *       input is no newer than the minute in which it fell silent. The input's watermark is behind
 *       its last event by its bound, one minute, and by its delay.
 * </ol>
 */
final class MeasuredConsumer {
  private static final int MINUTES = 9;
  private static final long MINUTE = 60_000;
  private static final long FIRST_MINUTE = 100;

  /** For how many minutes records were appended before the first measured minute. */
  private static final int BEFORE = 60;

  private final RandomGenerator random;
  private final Set<Incident> incidents;
  private final boolean hasRedHerrings;

  /** Offsets that each record takes: more than one in a compacted log. */
  private final long offsetsPerRecord;

  private final long firstOffset;
  private final long rate;
  private final long capacity;
  private final int beginsAt;
  private final long delayOfA;
  private final long delayOfB;
  private final long attemptsPerMinute;
  private final List<Long> appendedUpTo = new ArrayList<>();

  private long read;
  private long startRecord;
  private long attempts;
  private long heardA;
  private long heardB;

  MeasuredConsumer(RandomGenerator random, Set<Incident> incidents, int level) {
    this.random = random;
    this.incidents = incidents;
    hasRedHerrings = level >= 2;
    offsetsPerRecord = level >= 3 && random.nextBoolean() ? random.nextLong(50, 300) : 1;
    firstOffset = random.nextLong(10) * 1000;
    rate = random.nextLong(10, 90);
    boolean grows = has(Incident.GROWING_BACKLOG);
    long share = grows ? random.nextLong(40, 75) : random.nextLong(115, 220);
    capacity = Math.max(1, rate * share / 100);
    beginsAt = random.nextInt(level >= 3 ? 5 : 3);
    long late = random.nextLong(9, 45);
    boolean aIsLate = random.nextBoolean();
    boolean anyLate = has(Incident.EVENT_TIME_LATENESS);
    delayOfA = anyLate && aIsLate ? late : herring(3);
    delayOfB = anyLate && !aIsLate ? late : herring(3);
    attemptsPerMinute = random.nextLong(1, 5);
  }

  private boolean has(Incident incident) {
    return incidents.contains(incident);
  }

  /** A random number from 0, too small for an incident; 0 if there are no red herrings. */
  private long herring(int boundExclusive) {
    return hasRedHerrings ? random.nextLong(boundExclusive) : 0;
  }

  List<Sample> run() {
    long appended = 0;
    for (int minute = 0; minute < BEFORE; minute++) {
      appended += rate;
      appendedUpTo.add(appended);
    }
    long left = has(Incident.RETENTION_GAP) ? rate * random.nextLong(10, 25) : firstLeft();
    read = Math.max(1, appended - left);
    boolean silentA = random.nextBoolean();
    List<Sample> samples = new ArrayList<>();
    for (int minute = 0; minute < MINUTES; minute++) {
      appended += appendedIn(minute);
      appendedUpTo.add(appended);
      consume(minute, appended);
      if (has(Incident.RETENTION_GAP) && minute == beginsAt) {
        startRecord = Math.min(appended, read + rate * random.nextLong(2, 8));
        samples.add(sample(minute, appended, silentA));
        read = startRecord;
      } else {
        samples.add(sample(minute, appended, silentA));
      }
    }
    return samples;
  }

  private long firstLeft() {
    boolean burst = hasRedHerrings && !has(Incident.GROWING_BACKLOG) && random.nextInt(3) == 0;
    return burst ? rate * random.nextLong(1, 6) : herring(4);
  }

  private long appendedIn(int minute) {
    long noise = hasRedHerrings ? random.nextLong(-rate / 4, rate / 4 + 1) : 0;
    boolean slackens = has(Incident.RETENTION_GAP) && !has(Incident.GROWING_BACKLOG);
    return Math.max(1, (slackens && minute > beginsAt ? rate / 4 : rate) + noise);
  }

  private void consume(int minute, long appended) {
    boolean stopped = has(Incident.STOPPED_CONSUMER) && minute >= beginsAt;
    boolean poisoned = has(Incident.POISON_STALL) && minute >= beginsAt;
    if (stopped || poisoned) {
      attempts += poisoned ? attemptsPerMinute : 0;
      return;
    }
    long unread = herring(4); // what is appended while it is measured
    read = Math.max(read, Math.min(appended - unread, read + capacity));
    // One failed attempt that succeeded later, or the last one before it was stopped.
    attempts = hasRedHerrings && random.nextInt(5) == 0 ? 1 : 0;
  }

  private Sample sample(int minute, long appended, boolean silentA) {
    long now = FIRST_MINUTE + minute;
    long left = appended - Math.max(read, startRecord);
    long age = left == 0 ? 0 : now - appendMinute(Math.max(read, startRecord));
    Lag lag =
        new Lag(
            OptionalLong.of(offset(read)),
            offset(startRecord),
            offset(appended),
            OptionalLong.of(left),
            OptionalLong.of(age * MINUTE));
    long heard = appendMinute(read - 1);
    boolean silent = has(Incident.SILENT_INPUT);
    long silentFrom = FIRST_MINUTE + beginsAt - 1;
    heardA = Math.max(heardA, silent && silentA ? Math.min(heard, silentFrom) : heard);
    heardB = Math.max(heardB, silent && !silentA ? Math.min(heard, silentFrom) : heard);
    return new Sample(
        now * MINUTE,
        lag,
        (int) attempts,
        List.of(input("A", heardA, delayOfA), input("B", heardB, delayOfB)));
  }

  private static Input input(String name, long heard, long delay) {
    return new Input(name, (heard - 1 - delay) * MINUTE, heard * MINUTE, false);
  }

  private long offset(long record) {
    return firstOffset + record * offsetsPerRecord;
  }

  /** The minute in which a record, numbered from 0, was appended. */
  private long appendMinute(long record) {
    int minute = 0;
    while (minute < appendedUpTo.size() - 1 && appendedUpTo.get(minute) <= record) {
      minute++;
    }
    return FIRST_MINUTE + minute - BEFORE;
  }
}
