void consume(ConsumerContext consumer) {
  for (long offset = consumer.committed(); offset < consumer.end(); offset++) {
    boolean dead = false;
    if (consumer.hasDeadLetter(offset)) { consumer.commit(offset + 1); continue; }
    if (consumer.countStart(offset) > 3) { dead = true; }
    if (!dead) {
      try { consumer.apply(consumer.read(offset)); } catch (PoisonException poison) { dead = true; }
    }
    if (dead) { consumer.deadLetter(offset); }
    consumer.commit(offset + 1);
  }
}
// ----
void consume(ConsumerContext consumer) {
  while (consumer.committed() < consumer.end()) {
    long offset = consumer.committed();
    if (!consumer.hasDeadLetter(offset)) {
      if (consumer.countStart(offset) >= 4) {
        consumer.deadLetter(offset);
      } else {
        try {
          consumer.apply(consumer.read(offset));
        } catch (PoisonException e) {
          consumer.deadLetter(offset);
        }
      }
    }
    consumer.commit(offset + 1);
  }
}
// ----
boolean handled(ConsumerContext consumer, long offset) {
  if (consumer.countStart(offset) >= 4) return false;
  try {
    consumer.apply(consumer.read(offset));
    return true;
  } catch (PoisonException e) {
    return false;
  }
}
void consume(ConsumerContext consumer) {
  for (long next = consumer.committed(); next < consumer.end(); consumer.commit(++next)) {
    if (!consumer.hasDeadLetter(next) && !handled(consumer, next)) consumer.deadLetter(next);
  }
}
// ----
void consume(ConsumerContext consumer) {
  long end = consumer.end();
  LongStream.range(consumer.committed(), end).forEach(offset -> {
    try {
      if (consumer.countStart(offset) > 3) throw new PoisonException("kills the process");
      consumer.apply(consumer.read(offset));
    } catch (PoisonException e) {
      if (!consumer.hasDeadLetter(offset)) consumer.deadLetter(offset);
    }
    consumer.commit(offset + 1);
  });
}
// ----
void consume(ConsumerContext consumer) {
  long offset = consumer.committed();
  if (offset == consumer.end()) return;
  if (!consumer.hasDeadLetter(offset)) {
    boolean ok = consumer.countStart(offset) < 4;
    try {
      if (ok) consumer.apply(consumer.read(offset));
    } catch (PoisonException e) {
      ok = false;
    }
    if (!ok) consumer.deadLetter(offset);
  }
  consumer.commit(offset + 1);
  consume(consumer);
}
// ----
void consume(ConsumerContext consumer) throws Exception {
  for (long offset = consumer.committed(); offset < consumer.end(); offset++) {
    int starts = consumer.hasDeadLetter(offset) ? -1 : consumer.countStart(offset);
    if (starts > 3) {
      consumer.deadLetter(offset);
    } else if (starts > 0) {
      try {
        consumer.apply(consumer.read(offset));
      } catch (RuntimeException e) {
        if (!(e instanceof PoisonException)) throw e;
        consumer.deadLetter(offset);
      }
    }
    consumer.commit(offset + 1);
  }
}
// ----
void consume(ConsumerContext consumer) {
  long offset = consumer.committed();
  while (offset < consumer.end()) {
    KeyedRecord change = consumer.read(offset);
    boolean give = !consumer.hasDeadLetter(offset) && consumer.countStart(offset) > 3;
    if (!give && !consumer.hasDeadLetter(offset)) {
      try { consumer.apply(change); }
      catch (UncheckedIOException outage) { throw outage; }
      catch (PoisonException poison) { give = true; }
    }
    if (give) consumer.deadLetter(change.offset());
    offset = change.offset() + 1;
    consumer.commit(offset);
  }
}
// ----
void consume(ConsumerContext consumer) {
  for (long o = consumer.committed(); o < consumer.end(); o++) {
    if (!consumer.hasDeadLetter(o)) {
      try {
        int starts = consumer.countStart(o);
        if (starts <= 3) consumer.apply(consumer.read(o)); else consumer.deadLetter(o);
      } catch (PoisonException e) {
        consumer.deadLetter(o);
      } catch (UncheckedIOException e) {
        throw new IllegalStateException("stopped at " + o, e);
      }
    }
    consumer.commit(o + 1);
  }
}
// ----
enum Done { APPLIED, DEAD, TO_HAND_OFF }
Done attempt(ConsumerContext consumer, long o) {
  if (consumer.hasDeadLetter(o)) return Done.DEAD;
  if (consumer.countStart(o) > 3) return Done.TO_HAND_OFF;
  try {
    consumer.apply(consumer.read(o));
    return Done.APPLIED;
  } catch (PoisonException e) {
    return Done.TO_HAND_OFF;
  }
}
void consume(ConsumerContext consumer) {
  for (long o = consumer.committed(); o < consumer.end(); o++) {
    if (attempt(consumer, o) == Done.TO_HAND_OFF) consumer.deadLetter(o);
    consumer.commit(o + 1);
  }
}
// ----
void consume(ConsumerContext consumer) {
  Iterator<Long> offsets = LongStream.range(consumer.committed(), consumer.end()).iterator();
  while (offsets.hasNext()) {
    long o = offsets.next();
    boolean skip = consumer.hasDeadLetter(o);
    if (!skip) {
      skip = consumer.countStart(o) <= 3;
      try { if (skip) consumer.apply(consumer.read(o)); } catch (PoisonException e) { skip = false; }
      if (!skip) consumer.deadLetter(o);
    }
    consumer.commit(o + 1);
  }
}
// ----
void consume(ConsumerContext consumer) {
  Predicate<Long> applied = o -> {
    try { consumer.apply(consumer.read(o)); return true; } catch (PoisonException e) { return false; }
  };
  for (long o = consumer.committed(); o < consumer.end(); o++) {
    if (!(consumer.hasDeadLetter(o) || consumer.countStart(o) < 4 && applied.test(o))) consumer.deadLetter(o);
    consumer.commit(o + 1);
  }
}
// ----
void consume(ConsumerContext consumer) {
  final int maxStarts = 3;
  for (long o = consumer.committed(); o < consumer.end(); o++) {
    if (!consumer.hasDeadLetter(o)) {
      try {
        if (consumer.countStart(o) > maxStarts) throw new PoisonException("" + o);
        consumer.apply(consumer.read(o));
      } catch (PoisonException e) {
        consumer.deadLetter(o);
      }
    }
    consumer.commit(o + 1);
  }
}
