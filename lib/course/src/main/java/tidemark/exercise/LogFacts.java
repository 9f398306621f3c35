package tidemark.exercise;

import java.util.Map;
import tidemark.log.Marks;

/**
 * What a log says of itself, as far as a plan needs it.
 *
 * @param id the name of the log
 * @param end the offset that the next appended record will get
 * @param epochEnds for each epoch that the log knows, the offset after its last record
 * @param marks what retention and compaction have removed
 */
public record LogFacts(String id, long end, Map<Long, Long> epochEnds, Marks marks) {}
