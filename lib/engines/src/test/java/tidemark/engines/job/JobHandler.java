package tidemark.engines.job;

import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.pipeline.Effects;
import tidemark.pipeline.EventHandler;

/**
 * One of each: {@code poison} fails, null deletes, a number is added to a sum, all else replaces;
 * each is counted for its key and for all.
 */
public final class JobHandler implements EventHandler {
  @Override
  public void handle(Entry entry, Effects effects) {
    Bytes key = entry.key();
    Bytes value = entry.value();
    if (key == null || "poison".equals("" + value)) {
      throw new IllegalArgumentException("poison, offset=" + entry.offset());
    }
    if (value == null) {
      effects.delete(key);
    } else if (value.toString().startsWith("+")) {
      effects.add(Bytes.text("sum of " + key), Long.parseLong(value.toString()));
    } else {
      effects.put(key, value);
    }
    effects.count(key);
    effects.count(Bytes.text("all"));
  }
}
