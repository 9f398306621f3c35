/**
 * Apache Flink's own operators, in process, behind the words of this course: the oracle for event
 * time and windows. Flink's watermark is one less than ours, and is translated here.
 */
@NullMarked
package tidemark.engines.flink;

import org.jspecify.annotations.NullMarked;
