package tidemark.engines.kafka;

import java.util.List;

/**
 * Where a {@link KafkaLog} does not keep a law of our logs. A law has the name of its test. The
 * tests check that each law that is listed here fails, and that all others hold.
 */
public enum KafkaLogDifference {
  ROLLS_BY_ITSELF(
      "a client cannot close the active segment",
      "segments are the broker's: they roll by the topic's segment.ms and segment.bytes",
      "must be rolled by its broker",
      List.of(
          "activeSegmentOnlyRemovesAllOthersAlsoThoseThatAreEmpty",
          "clockThatGoesBackRemovesNothing",
          "compactionKeepsOffsetsTimesAndBytes",
          "cursorAtTheEndFindsWhatIsAppendedLater",
          "cursorOverACompactedLogGoesOnInOrderWithoutRepeats",
          "cursorOvertakenByRetentionMeetsAGap",
          "entryOfTheFutureThatCompactionRemovedLeavesASegmentThatAgesAllTheSame",
          "entriesAtOrAfterTheEndOfARewriteStayAndAreNotJudged",
          "identityMarksAndEndSurviveReopening",
          "marksAreRaisedBeforeTheEntryGoes",
          "marksSayTheHighestRemovedAndTheHighestPurgedForEver",
          "oneTimeFromTheFutureDoesNotKeepASegmentForEver",
          "oneTimeFromTheFutureDoesNotKeepTheLastClosedSegmentOfAQuietLog",
          "onlyRetentionMovesTheStartOffset",
          "positionIsTheNextOffsetToRead",
          "readingBelowTheStartIsARetentionGapThatSaysBothOffsets",
          "readingFromAHoleStartsAtTheNextSurvivingEntry",
          "readingFromANegativeOffsetIsABadArgumentNotAGap",
          "readingToTheEndEndsAlsoWhenTheLastEntriesAreGone",
          "recordKeepsItsIdentityThroughRollRewriteAndReopening",
          "retentionStopsAtTheOldestSnapshotKept",
          "rewriteGoesOnWhileRetentionRemovesWhatItRewrites",
          "rollingAnEmptySegmentDoesNothing",
          "segmentStaysWhileItsNewestEntryIsYoungEnough",
          "segmentWhoseLastEntryIsOfTheFutureIsKeptBecauseTheClockMayHaveBeenSetBack",
          "segmentWhoseLastEntryIsOfTheFutureIsKeptOnlyForTheAgeSinceRetentionFirstMetIt",
          "tombstoneGetsItsHorizonOnceAndKeepsIt",
          "unknownEpochIsAGapBelowTheStartAndStaleFromThereOn",
          "whatRetentionMetOfOneSegmentTellsNothingOfTheNext")),
  RETAINS_BY_ITSELF(
      "a client cannot say which whole segments to remove",
      "retention is the broker's, by retention.ms and retention.bytes; a client can delete a prefix",
      "must be its broker's",
      List.of("retentionRemovesWholeSegmentsButNeverTheActiveOne")),
  CLEANS_BY_ITSELF(
      "a client cannot rewrite closed segments, nor ask where the active one starts",
      "compaction is the broker's cleaner's; CompactionAgainstKafkaTest compares it with ours",
      "Kafka must",
      List.of(
          "activeSegmentIsNeverRewritten",
          "closedLogIsNeitherRewrittenNorRolledNorCut",
          "readersGoOnWhileTheWriterAppendsAndRollsAndTheCompactorRewrites",
          "retentionBySizeKeepsWhatFits")),
  KEEPS_NO_MARKS(
      "nothing says what compaction removed, or which tombstones it purged",
      "Kafka does not store it; so we assume everything, and only a rebuild from empty can be proved",
      "highestPurged=9223372036854775807",
      List.of("emptyLogEndsWhereItStarts"));

  private final String inKafka;
  private final String reason;
  private final String shownBy;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> laws;

  KafkaLogDifference(String inKafka, String reason, String shownBy, List<String> laws) {
    this.inKafka = inKafka;
    this.reason = reason;
    this.shownBy = shownBy;
    this.laws = laws;
  }

  /** What Kafka does. */
  public String inKafka() {
    return inKafka;
  }

  /** Why it does, and what follows for us. */
  public String reason() {
    return reason;
  }

  /** Part of the message with which each of these laws fails. */
  public String shownBy() {
    return shownBy;
  }

  /** The names of the tests whose laws do not hold. */
  public List<String> laws() {
    return laws;
  }
}
