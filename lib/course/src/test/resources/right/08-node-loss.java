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
