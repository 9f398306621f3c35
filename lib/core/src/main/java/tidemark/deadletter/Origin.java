package tidemark.deadletter;

import tidemark.log.Position;

/**
 * Where the record of a dead letter was read.
 *
 * @param partition the partition's name, for people to read
 * @param place the record's identity: see {@link Partition#place}
 */
public record Origin(String partition, Position place) {}
