package tidemark.bank;

import tidemark.bank.SurviveNodeLoss.Flag;
import tidemark.exercise.PipelineContext;
import tidemark.exercise.PipelineState;

/** The mistakes of {@link SurviveNodeLoss} that stand alone. */
final class NodeLossSlips {
  private NodeLossSlips() {}

  static SurviveNodeLoss.Answer model(Flag slip) {
    return node -> {
      PipelineState state = node.newestSnapshot();
      long end = node.end() + (slip == Flag.PAST_THE_END ? 1 : 0);
      while (state.next() < end) {
        long offset = state.next();
        if (slip != Flag.FOLDS_UNDECIDED) {
          node.decide(offset);
        }
        state = node.fold(state, offset);
        write(node, state, slip);
      }
    };
  }

  private static void write(PipelineContext node, PipelineState state, Flag slip) {
    if (slip != Flag.NEVER_PUBLISHES) {
      node.publish(state);
    }
    if (slip != Flag.NEVER_COMMITS) {
      node.commit(state.next() - (slip == Flag.COMMITS_ITS_OWN ? 1 : 0));
    }
    boolean snapshots =
        switch (slip) {
          case SNAPSHOTS_ONCE -> state.next() == 3;
          case SNAPSHOT_AT_THE_END -> state.next() == node.end();
          default -> state.next() % 3 == 0;
        };
    if (snapshots) {
      if (slip != Flag.NEVER_SNAPSHOTS) {
        node.snapshot(state);
      }
      node.deleteBelow(state.next() - (slip == Flag.DELETES_ONE_TOO_FEW ? 1 : 0));
    }
  }
}
