void decide(DecisionContext node, long offset) {
  if (node.isDead(offset) || node.isApplied(offset)) return;
  if (node.countStart(offset) < 4) {
    try {
      node.attempt(offset);
      node.markApplied(offset);
      return;
    } catch (PoisonException poison) { }
  }
  node.deadLetter(offset);
}
// ----
void decide(DecisionContext node, long offset) {
  boolean decided = node.isApplied(offset) | node.isDead(offset);
  if (!decided) {
    boolean works = false;
    int starts = node.countStart(offset);
    if (starts <= 3) {
      try {
        node.attempt(offset);
        works = true;
      } catch (PoisonException poison) {
        works = false;
      }
    }
    if (works) {
      node.markApplied(offset);
    } else {
      node.deadLetter(offset);
    }
  }
}
// ----
void decide(DecisionContext node, long offset) throws Exception {
  if (node.isDead(offset)) return;
  if (node.isApplied(offset)) return;
  if (node.countStart(offset) > 3) {
    node.deadLetter(offset);
    return;
  }
  try {
    node.attempt(offset);
  } catch (PoisonException poison) {
    node.deadLetter(offset);
    return;
  }
  node.markApplied(offset);
}
// ----
boolean works(DecisionContext node, long offset) {
  try {
    node.attempt(offset);
    return true;
  } catch (RuntimeException failure) {
    if (failure instanceof PoisonException) return false;
    throw failure;
  }
}

void decide(DecisionContext node, long offset) {
  if (node.isDead(offset) || node.isApplied(offset)) {
    return;
  }
  Runnable decision =
      node.countStart(offset) >= 4 || !works(node, offset)
          ? () -> node.deadLetter(offset)
          : () -> node.markApplied(offset);
  decision.run();
}
