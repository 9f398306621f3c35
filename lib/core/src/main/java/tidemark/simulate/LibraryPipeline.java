package tidemark.simulate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.deadletter.RetryPolicy;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Position;
import tidemark.pipeline.Effects;
import tidemark.pipeline.EventHandler;
import tidemark.pipeline.Pipeline;
import tidemark.pipeline.PipelineHome;
import tidemark.pipeline.PipelineOptions;
import tidemark.pipeline.RestartPlan;
import tidemark.window.Windows;

/** Runs the library's own {@link Pipeline} in the simulator. Not thread-safe. */
public final class LibraryPipeline implements RunningPipeline {
  private final Node node;
  private final Pipeline pipeline;

  private LibraryPipeline(Node node, Pipeline pipeline) {
    this.node = node;
    this.pipeline = pipeline;
  }

  /** Starts a process of {@link Pipeline}; use it as a {@link PipelineUnderTest}. */
  public static RunningPipeline start(Node node) {
    Setup setup = node.setup();
    PipelineOptions options =
        PipelineOptions.of("events", setup.policy(), Windows.tumbling(setup.windowSize()))
            .withRetry(RetryPolicy.bounded(setup.attempts(), Duration.ZERO))
            .withLimits(
                new PipelineOptions.Limits(
                    setup.maxStarts(), setup.recordsPerSnapshot(), setup.snapshotsKept()))
            .withCleaning(new PipelineOptions.Cleaning(3, Duration.ZERO))
            .withClock(node.clock());
    PipelineHome home = node::folder;
    EventHandler handler = (entry, effects) -> handle(node.work(), entry, effects);
    Pipeline pipeline =
        node.isTakeOver()
            ? Pipeline.takeOver(node.events(), home, options, handler)
            : Pipeline.open(node.events(), home, options, handler);
    if (pipeline.plan() instanceof RestartPlan.Refused refused) {
      pipeline.close();
      throw new Refused(String.join("; ", refused.lines()));
    }
    return new LibraryPipeline(node, pipeline.withSleeper(wait -> {}));
  }

  private static void handle(Work work, Entry entry, Effects effects) throws Work.PoisonException {
    Effect effect = work.effectOf(entry);
    Bytes key = Bytes.text(effect.key());
    if (effect instanceof Effect.Add add) {
      effects.add(key, add.amount());
    } else if (effect instanceof Effect.Replace replace) {
      if (replace.value() == null) {
        effects.delete(key);
      } else {
        effects.put(key, Bytes.text(replace.value()));
      }
    }
    effects.count(key);
  }

  @Override
  public void run() {
    try {
      pipeline.run();
    } catch (Pipeline.StoppedException onceMore) {
      pipeline.run(); // What failed may have been mended meanwhile.
    }
  }

  @Override
  public void snapshot() {
    pipeline.snapshot();
  }

  @Override
  public void compact() {
    pipeline.compact();
  }

  @Override
  public void replay(long offset) {
    // As an operator does: the letter keeps the record's identity, also when the log has lost it.
    Optional<Position> kept =
        pipeline.missing().stream()
            .map(letter -> letter.origin().place())
            .filter(place -> place.offset() == offset)
            .findFirst();
    pipeline.replay(kept.orElseGet(() -> node.events().identityOf(offset)));
  }

  @Override
  public long neededFromInclusive() {
    return pipeline.neededFromInclusive();
  }

  @Override
  public Outcome outcome() {
    List<Long> missing =
        pipeline.missing().stream().map(letter -> letter.entry().offset()).toList();
    return new Outcome(
        text(pipeline.table()),
        text(pipeline.tableContent()),
        withoutEpochs(pipeline.published()),
        missing,
        pipeline.watermark(),
        pipeline.lateCount(),
        pipeline.committed());
  }

  /** An epoch is random; what still holds has one for each offset. */
  private static Map<String, String> withoutEpochs(Map<String, String> published) {
    Map<String, String> comparable = new TreeMap<>();
    published.forEach(
        (key, value) -> {
          String name = key.replaceFirst("^(dead|late)\\|\\d+\\.", "$1|");
          while (comparable.putIfAbsent(name, value) != null) {
            name += " again";
          }
        });
    return comparable;
  }

  private static Map<String, String> text(Map<Bytes, Bytes> values) {
    Map<String, String> text = new TreeMap<>();
    values.forEach((key, value) -> text.put(key.toString(), value.toString()));
    return text;
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
