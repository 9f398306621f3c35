package tidemark.exercise;

import java.util.Map;
import tidemark.log.Marks;

/**
 * What a log knows of itself, as far as a plan needs it.
 *
 * @param id which log
 * @param end the next offset to be written
 * @param epochEnds for each epoch that the log knows, the offset after its last record
 * @param marks what retention and compaction took away
 */
public record LogFacts(String id, long end, Map<Long, Long> epochEnds, Marks marks) {}
