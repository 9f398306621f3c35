package tidemark.deadletter;

import tidemark.log.Position;

/**
 * Where a dead letter came from.
 *
 * @param partition its name, for people
 * @param place its identity: see {@link Partition#place}
 */
public record Origin(String partition, Position place) {}
