package tidemark.pipeline;

import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Partition;
import tidemark.log.Log;

/** What a pipeline reads and what it knows from its own logs, as they were opened. */
record Parts(Partition events, Stores stores, Decisions decisions, DeadLetters deadLetters) {
  static Parts open(PipelineOptions options, Log log, Stores stores) {
    Partition events = new Partition(options.name(), log);
    return new Parts(
        events,
        stores,
        Decisions.open(events, stores.decisions()),
        DeadLetters.openCleaned(stores.deadLetters()));
  }
}
