package tidemark.log;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.LogKind;

/** What a cursor of any kind of log has from the interface. */
final class CursorTest {
  /** Stands on one entry. */
  private record One(Entry one) implements Cursor {
    @Override
    public boolean next() {
      return false;
    }

    @Override
    public long position() {
      return one.offset() + 1;
    }

    @Override
    public long offset() {
      return one.offset();
    }

    @Override
    public long appendTime() {
      return one.appendTime();
    }

    @Override
    public long eventTime() {
      return one.event().eventTime();
    }

    @Override
    public @Nullable ByteBuffer keyBuffer() {
      return buffer(one.key());
    }

    @Override
    public @Nullable ByteBuffer valueBuffer() {
      return buffer(one.value());
    }

    private static @Nullable ByteBuffer buffer(@Nullable Bytes bytes) {
      return bytes == null ? null : bytes.buffer();
    }

    @Override
    public List<Header> headers() {
      return one.event().headers();
    }

    @Override
    public long deleteHorizon() {
      return NO_HORIZON;
    }

    @Override
    public void close() {}
  }

  @Test
  void tombstoneHasAKeyAndNoValueAndAnEntryIsACopyOfAllItsParts() {
    Event whole = Event.of("k", "v").withEventTime(5).withHeader("h", null);
    for (Event event :
        List.of(
            whole, Event.of("k", null), Event.withoutKey(null), Event.withoutKey(whole.key()))) {
      Cursor cursor = new One(new Entry(3, 4, event));
      assertEquals(new Entry(3, 4, event), cursor.entry());
    }
    assertTrue(new One(new Entry(0, 0, Event.of("k", null))).isTombstone());
    assertFalse(new One(new Entry(0, 0, whole)).isTombstone());
    assertFalse(new One(new Entry(0, 0, Event.withoutKey(null))).isTombstone());
    assertFalse(new One(new Entry(0, 0, Event.withoutKey(whole.key()))).isTombstone());
  }

  @ParameterizedTest
  @EnumSource
  void cursorGivesEveryPartOfAnEntryAlsoALargeOne(LogKind kind) {
    Bytes large = Bytes.of(new byte[100]);
    Event event = Event.of(large, Bytes.of(new byte[1000])).withEventTime(7).withHeader("h", large);
    ManualClock clock = new ManualClock(5000);
    try (Log log = kind.create(clock);
        Cursor cursor = log.read(0)) {
      log.append(event);
      log.append(Event.of("k", null));
      assertTrue(cursor.next());
      assertEquals(0, cursor.offset());
      assertEquals(5000, cursor.appendTime());
      assertEquals(7, cursor.eventTime());
      assertEquals(large, Bytes.copyOf(requireNonNull(cursor.keyBuffer())));
      assertEquals(event.value(), Bytes.copyOf(requireNonNull(cursor.valueBuffer())));
      assertEquals(event.headers(), cursor.headers());
      assertFalse(cursor.isTombstone());
      assertEquals(Cursor.NO_HORIZON, cursor.deleteHorizon());
      assertEquals(new Entry(0, 5000, event), cursor.entry());
      assertTrue(cursor.next());
      assertTrue(cursor.isTombstone());
      assertEquals(null, cursor.valueBuffer());
    }
  }
}
