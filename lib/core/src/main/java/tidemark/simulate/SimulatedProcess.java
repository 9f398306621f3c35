package tidemark.simulate;

import java.io.IOException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import tidemark.log.Entry;
import tidemark.log.Log;
import tidemark.simulate.ArmedFault.Intervention;
import tidemark.storage.Storage;

/** One process on the node: which records it asked about, and whether it has ended. */
final class SimulatedProcess implements Node {
  private final SimulatedNode node;
  private final ArmedFault faults;
  private final boolean takeOver;
  private final Set<Long> flakyMet = new HashSet<>();
  private final Pause pause = new Pause();
  private volatile boolean ended;
  private volatile boolean replaced;
  private boolean faulted;
  private long firstAsked = -1;
  private long lastAsked = -1;

  SimulatedProcess(SimulatedNode node, ArmedFault faults, boolean takeOver) {
    this.node = node;
    this.faults = faults;
    this.takeOver = takeOver;
  }

  /** Called before a step. Says how the step ends, or throws if it fails or the process ends. */
  Intervention meet(FaultyStorage.Kind kind, String folder) throws IOException {
    requireAlive();
    Intervention intervention = replaced ? Intervention.GO : faults.meet(kind, folder);
    switch (intervention) {
      case END_BEFORE -> {
        ended = true;
        throw new Crash(0);
      }
      case END_AFTER, END_WITHIN -> ended = true;
      case FAIL -> {
        faulted = true;
        throw new IOException("the step fails, step=" + kind + ", folder=" + folder);
      }
      case PAUSE -> pause.pause();
      case GO -> {}
    }
    return intervention;
  }

  void requireAlive() {
    if (ended) {
      throw new Crash(0);
    }
  }

  /** Ends the process: from now on each step that it tries throws. */
  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }

  /** Whether a step failed on purpose, so that it may give up. */
  boolean wasFaulted() {
    return faulted;
  }

  /** A successor has taken over. */
  void replace() {
    replaced = true;
  }

  boolean isReplaced() {
    return replaced;
  }

  Pause pausing() {
    return pause;
  }

  /** The first offset whose work it asked for; −1 if none. */
  long firstAsked() {
    return firstAsked;
  }

  /** The last offset whose work it asked for; −1 if none. */
  long lastAsked() {
    return lastAsked;
  }

  @Override
  public Log events() {
    return node.events();
  }

  @Override
  public Storage folder(String name) {
    requireAlive();
    return new ProcessStorage(this, name, node.disk(name));
  }

  @Override
  public Work work() {
    return this::effectOf;
  }

  private Effect effectOf(Entry entry) throws Work.PoisonException {
    requireAlive();
    firstAsked = firstAsked < 0 ? entry.offset() : firstAsked;
    lastAsked = entry.offset();
    String key = String.valueOf(entry.key());
    String value = entry.value() == null ? null : entry.value().toString();
    if (value == null) {
      return new Effect.Replace(key, null);
    }
    if (value.equals("kills")) {
      throw new Killed();
    }
    boolean isFlaky = value.equals("flaky") && flakyMet.add(entry.offset());
    boolean isPoison = value.startsWith("poison") && !node.isMended(entry.offset());
    if (isFlaky || isPoison) {
      throw new Work.PoisonException(value);
    }
    return SimulatedNode.effect(key, value);
  }

  @Override
  public Setup setup() {
    return node.setup();
  }

  @Override
  public InstantSource clock() {
    return node.clock();
  }

  @Override
  public boolean isTakeOver() {
    return takeOver;
  }

  /** Lets two threads run one after the other: the process, and the one that watches it. */
  static final class Pause {
    private final CountDownLatch settled = new CountDownLatch(1);
    private final CountDownLatch woken = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean paused;

    /** Called by the process: waits to be woken. */
    void pause() {
      paused = true;
      settled.countDown();
      await(woken);
    }

    /** Called when the process has come to its end. */
    void finish() {
      settled.countDown();
      finished.countDown();
    }

    /** Waits until the process is paused or finished; whether it is paused. */
    boolean awaitPause() {
      await(settled);
      return paused;
    }

    /** Wakes the process, and waits until it has finished. */
    void wake() {
      woken.countDown();
      await(finished);
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new Crash(0);
      }
    }
  }
}
