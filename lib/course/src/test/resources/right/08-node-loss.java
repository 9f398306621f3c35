void runPipeline(PipelineContext node) {
  PipelineState state = node.newestSnapshot();
  while (state.next() < node.end()) {
    long offset = state.next();
    node.decide(offset);
    state = node.fold(state, offset);
    node.publish(state);
    node.commit(state.next());
    if (state.next() % 3 == 0) {
      node.snapshot(state);
      node.deleteBelow(state.next());
    }
  }
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState state = node.newestSnapshot();
  for (long offset = state.next(); offset < node.end(); offset++) {
    node.decide(offset);
    state = node.fold(state, offset);
    node.publish(state);
    node.commit(offset + 1);
    node.snapshot(state);
    node.deleteBelow(offset + 1);
  }
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState state = node.newestSnapshot();
  int sinceSnapshot = 0;
  for (long offset = state.next(); offset < node.end(); offset++) {
    node.decide(offset);
    state = node.fold(state, offset);
    if (offset >= node.committed()) {
      node.publish(state);
      node.commit(state.next());
    }
    if (++sinceSnapshot == 3) {
      node.snapshot(state);
      node.deleteBelow(state.next());
      sinceSnapshot = 0;
    }
  }
}
// ----
void keep(PipelineContext node, PipelineState state) {
  node.snapshot(state);
  node.deleteBelow(node.newestSnapshot().next());
}

void runPipeline(PipelineContext node) throws Exception {
  PipelineState state = node.newestSnapshot();
  node.deleteBelow(state.next());
  while (state.next() != node.end()) {
    node.decide(state.next());
    state = node.fold(state, state.next());
    node.publish(state);
    node.commit(state.next());
    if (state.next() % 2 == 0) keep(node, state);
  }
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState state = node.newestSnapshot();
  while (state.next() < node.end()) {
    state = step(node, state);
    if (state.next() % 4 == 0 || state.next() == node.end()) {
      node.snapshot(state);
      node.deleteBelow(state.next());
    }
  }
}

PipelineState step(PipelineContext node, PipelineState state) {
  node.decide(state.next());
  PipelineState after = node.fold(state, state.next());
  node.publish(after);
  node.commit(after.next());
  return after;
}
// ----
void runPipeline(PipelineContext node) {
  for (PipelineState state = node.newestSnapshot(); state.next() < node.end(); ) {
    long offset = state.next();
    node.decide(offset);
    state = node.fold(state, offset);
    node.publish(state);
    node.commit(state.next());
    node.snapshot(state);
    node.deleteBelow(state.next());
  }
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState state = node.newestSnapshot();
  long kept = state.next();
  do {
    if (state.next() >= node.end()) return;
    long offset = state.next();
    node.decide(offset);
    state = node.fold(state, offset);
    node.publish(state);
    node.commit(offset + 1);
    if (state.next() - kept >= 2) {
      node.snapshot(state);
      kept = state.next();
      node.deleteBelow(kept);
    }
  } while (true);
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState state = node.newestSnapshot();
  long end = node.end();
  LongStream.range(state.next(), end).forEach(node::decide);
  while (state.next() < end) {
    state = node.fold(state, state.next());
    node.publish(state);
    node.commit(state.next());
    if (state.next() % 3 == 0) {
      node.snapshot(state);
      node.deleteBelow(state.next());
    }
  }
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState[] state = {node.newestSnapshot()};
  LongStream.range(state[0].next(), node.end()).forEach(offset -> {
    node.decide(offset);
    state[0] = node.fold(state[0], offset);
    node.publish(state[0]);
    node.commit(offset + 1);
    if (offset % 2 == 1) {
      node.snapshot(state[0]);
      node.deleteBelow(offset + 1);
    }
  });
}
// ----
void runPipeline(PipelineContext node) {
  advance(node, node.newestSnapshot());
}

void advance(PipelineContext node, PipelineState before) {
  if (before.next() == node.end()) return;
  node.decide(before.next());
  PipelineState after = node.fold(before, before.next());
  node.publish(after);
  node.commit(after.next());
  node.snapshot(after);
  node.deleteBelow(after.next());
  advance(node, after);
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState state = node.newestSnapshot();
  int done = 0;
  while (true) {
    long offset = state.next();
    if (offset >= node.end()) break;
    node.decide(offset);
    state = node.fold(state, offset);
    node.publish(state);
    node.commit(state.next());
    done++;
    if (done % 3 != 0) continue;
    node.snapshot(state);
    node.deleteBelow(state.next());
  }
}
// ----
void runPipeline(PipelineContext node) {
  PipelineState now = node.newestSnapshot();
  for (long at = now.next(), end = node.end(); at < end; at++) {
    node.decide(at);
    now = node.fold(now, at);
    if (at >= node.committed()) node.publish(now);
    if (at >= node.committed()) node.commit(at + 1);
    boolean snapshotIsDue = (at + 1) % 2 == 0;
    if (snapshotIsDue) node.snapshot(now);
    if (snapshotIsDue) node.deleteBelow(now.next());
  }
}
