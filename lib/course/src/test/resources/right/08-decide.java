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
// ----
void decide(DecisionContext node, long offset) {
  if (node.isApplied(offset)) {
    return;
  } else if (node.isDead(offset)) {
    return;
  }
  int start = node.countStart(offset);
  boolean giveUp = start > 3;
  if (!giveUp) {
    try {
      node.attempt(offset);
    } catch (PoisonException poison) {
      giveUp = true;
    }
  }
  if (giveUp) node.deadLetter(offset);
  else node.markApplied(offset);
}
// ----
void decide(DecisionContext node, long offset) {
  if (!node.isDead(offset) && !node.isApplied(offset)) {
    if (node.countStart(offset) >= 4) {
      node.deadLetter(offset);
    } else {
      try {
        node.attempt(offset);
        node.markApplied(offset);
      } catch (PoisonException poison) {
        node.deadLetter(offset);
      }
    }
  }
}
// ----
void decide(DecisionContext node, long offset) {
  boolean open = !(node.isDead(offset) || node.isApplied(offset));
  if (!open) return;
  int starts = node.countStart(offset);
  switch (starts) {
    case 1, 2, 3 -> {
      try {
        node.attempt(offset);
      } catch (PoisonException poison) {
        node.deadLetter(offset);
        return;
      }
      node.markApplied(offset);
    }
    default -> node.deadLetter(offset);
  }
}
// ----
void decide(DecisionContext node, long offset) {
  if (node.isDead(offset) || node.isApplied(offset)) return;
  Optional<PoisonException> failure = Optional.empty();
  boolean last = node.countStart(offset) > 3;
  try {
    if (!last) node.attempt(offset);
  } catch (PoisonException poison) {
    failure = Optional.of(poison);
  }
  if (last || failure.isPresent()) node.deadLetter(offset); else node.markApplied(offset);
}
// ----
void decide(DecisionContext node, long offset) {
  if (isDecided(node, offset)) return;
  if (node.countStart(offset) > 3) { node.deadLetter(offset); return; }
  Consumer<Long> write = node::markApplied;
  try {
    node.attempt(offset);
  } catch (PoisonException poison) {
    write = node::deadLetter;
  }
  write.accept(offset);
}

boolean isDecided(DecisionContext node, long offset) {
  return Stream.of(node.isApplied(offset), node.isDead(offset)).anyMatch(yes -> yes);
}
// ----
void decide(DecisionContext node, long offset) {
  while (!node.isDead(offset) && !node.isApplied(offset)) {
    boolean fails = node.countStart(offset) > 3;
    if (!fails) {
      try { node.attempt(offset); } catch (PoisonException poison) { fails = true; }
    }
    if (fails) node.deadLetter(offset); else node.markApplied(offset);
  }
}
// ----
void decide(DecisionContext node, long offset) {
  if (node.isDead(offset)) return;
  if (!node.isApplied(offset)) {
    final int started = node.countStart(offset);
    String result = started < 4 ? "try" : "give up";
    if (result.equals("try")) {
      try {
        node.attempt(offset);
        result = "apply";
      } catch (PoisonException poison) {
        result = "give up";
      }
    }
    switch (result) {
      case "apply": node.markApplied(offset); break;
      default: node.deadLetter(offset);
    }
  }
}
// ----
void decide(DecisionContext node, long offset) {
  BooleanSupplier decided = () -> node.isApplied(offset) || node.isDead(offset);
  if (decided.getAsBoolean()) return;
  try {
    if (node.countStart(offset) >= 4) throw new PoisonException("met four times");
    node.attempt(offset);
  } catch (PoisonException poison) {
    node.deadLetter(offset);
    return;
  }
  node.markApplied(offset);
}
