package tidemark.job;

import java.io.IOException;
import java.io.Serial;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes {@link InputTimes} as an int, which is the number of bytes, and the bytes. The bytes say
 * under which policy they were written.
 */
final class InputTimesSerializer extends TypeSerializerSingleton<InputTimes> {
  @Serial private static final long serialVersionUID = 1;

  static final InputTimesSerializer INSTANCE = new InputTimesSerializer();

  /** Names this serializer in a checkpoint; Flink makes one by the name of its class. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<InputTimes> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public InputTimes createInstance() {
    return InputTimes.saved(new byte[0]);
  }

  @Override
  public InputTimes copy(InputTimes from) {
    return InputTimes.saved(from.bytes());
  }

  @Override
  public InputTimes copy(InputTimes from, InputTimes reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(InputTimes times, DataOutputView target) throws IOException {
    byte[] bytes = times.bytes();
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  @Override
  public InputTimes deserialize(DataInputView source) throws IOException {
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return InputTimes.saved(bytes);
  }

  @Override
  public InputTimes deserialize(InputTimes reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public TypeSerializerSnapshot<InputTimes> snapshotConfiguration() {
    return new Snapshot();
  }
}
