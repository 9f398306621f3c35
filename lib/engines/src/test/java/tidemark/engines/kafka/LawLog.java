package tidemark.engines.kafka;

import java.util.UUID;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Marks;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;

/**
 * A log on Kafka in the form that the laws ask for: what only a compactor of ours needs is refused.
 */
record LawLog(KafkaLog log) implements RewritableLog {
  @Override
  public long activeStart() {
    throw new UnsupportedOperationException("Kafka must tell where its active segment starts");
  }

  @Override
  public void rewrite(long endExclusive, long newHorizon, CompactionFilter filter) {
    throw new UnsupportedOperationException("Kafka must let others rewrite its segments");
  }

  @Override
  public UUID id() {
    return log.id();
  }

  @Override
  public long append(Event event) {
    return log.append(event);
  }

  @Override
  public long startOffset() {
    return log.startOffset();
  }

  @Override
  public long endOffset() {
    return log.endOffset();
  }

  @Override
  public long syncedEnd() {
    return log.syncedEnd();
  }

  @Override
  public Marks marks() {
    return log.marks();
  }

  @Override
  public long epoch() {
    return log.epoch();
  }

  @Override
  public long epochAt(long offset) {
    return log.epochAt(offset);
  }

  @Override
  public boolean knowsEpoch(long epoch) {
    return log.knowsEpoch(epoch);
  }

  @Override
  public long endOfEpoch(long epoch) {
    return log.endOfEpoch(epoch);
  }

  @Override
  public Position identityOf(long offset) {
    return log.identityOf(offset);
  }

  @Override
  public void require(Position position) {
    log.require(position);
  }

  @Override
  public Cursor read(long fromInclusive) {
    return log.read(fromInclusive);
  }

  @Override
  public void roll() {
    log.roll();
  }

  @Override
  public long retain(Retention retention) {
    return log.retain(retention);
  }

  @Override
  public void close() {
    log.close();
  }
}
