void consume(Desk desk) {
  for (long offset = desk.committed(); offset < desk.end(); offset++) {
    boolean dead = false;
    if (desk.hasDeadLetter(offset)) { desk.commit(offset + 1); continue; }
    if (desk.countStart(offset) > 3) { dead = true; }
    if (!dead) {
      try { desk.apply(desk.read(offset)); } catch (PoisonException poison) { dead = true; }
    }
    if (dead) { desk.deadLetter(offset); }
    desk.commit(offset + 1);
  }
}
// ----
void consume(Desk desk) {
  while (desk.committed() < desk.end()) {
    long offset = desk.committed();
    if (!desk.hasDeadLetter(offset)) {
      if (desk.countStart(offset) >= 4) {
        desk.deadLetter(offset);
      } else {
        try {
          desk.apply(desk.read(offset));
        } catch (PoisonException e) {
          desk.deadLetter(offset);
        }
      }
    }
    desk.commit(offset + 1);
  }
}
// ----
boolean handled(Desk desk, long offset) {
  if (desk.countStart(offset) >= 4) return false;
  try {
    desk.apply(desk.read(offset));
    return true;
  } catch (PoisonException e) {
    return false;
  }
}
void consume(Desk desk) {
  for (long next = desk.committed(); next < desk.end(); desk.commit(++next)) {
    if (!desk.hasDeadLetter(next) && !handled(desk, next)) desk.deadLetter(next);
  }
}
// ----
void consume(Desk desk) {
  long end = desk.end();
  LongStream.range(desk.committed(), end).forEach(offset -> {
    try {
      if (desk.countStart(offset) > 3) throw new PoisonException("kills the process");
      desk.apply(desk.read(offset));
    } catch (PoisonException e) {
      if (!desk.hasDeadLetter(offset)) desk.deadLetter(offset);
    }
    desk.commit(offset + 1);
  });
}
// ----
void consume(Desk desk) {
  long offset = desk.committed();
  if (offset == desk.end()) return;
  if (!desk.hasDeadLetter(offset)) {
    boolean ok = desk.countStart(offset) < 4;
    try {
      if (ok) desk.apply(desk.read(offset));
    } catch (PoisonException e) {
      ok = false;
    }
    if (!ok) desk.deadLetter(offset);
  }
  desk.commit(offset + 1);
  consume(desk);
}
// ----
void consume(Desk desk) throws Exception {
  for (long offset = desk.committed(); offset < desk.end(); offset++) {
    int starts = desk.hasDeadLetter(offset) ? -1 : desk.countStart(offset);
    if (starts > 3) {
      desk.deadLetter(offset);
    } else if (starts > 0) {
      try {
        desk.apply(desk.read(offset));
      } catch (RuntimeException e) {
        if (!(e instanceof PoisonException)) throw e;
        desk.deadLetter(offset);
      }
    }
    desk.commit(offset + 1);
  }
}
// ----
void consume(Desk desk) {
  long offset = desk.committed();
  while (offset < desk.end()) {
    Change change = desk.read(offset);
    boolean give = !desk.hasDeadLetter(offset) && desk.countStart(offset) > 3;
    if (!give && !desk.hasDeadLetter(offset)) {
      try { desk.apply(change); }
      catch (UncheckedIOException outage) { throw outage; }
      catch (PoisonException poison) { give = true; }
    }
    if (give) desk.deadLetter(change.offset());
    offset = change.offset() + 1;
    desk.commit(offset);
  }
}
// ----
void consume(Desk desk) {
  for (long o = desk.committed(); o < desk.end(); o++) {
    if (!desk.hasDeadLetter(o)) {
      try {
        int starts = desk.countStart(o);
        if (starts <= 3) desk.apply(desk.read(o)); else desk.deadLetter(o);
      } catch (PoisonException e) {
        desk.deadLetter(o);
      } catch (UncheckedIOException e) {
        throw new IllegalStateException("stopped at " + o, e);
      }
    }
    desk.commit(o + 1);
  }
}
// ----
enum Done { APPLIED, DEAD, TO_HAND_OFF }
Done attempt(Desk desk, long o) {
  if (desk.hasDeadLetter(o)) return Done.DEAD;
  if (desk.countStart(o) > 3) return Done.TO_HAND_OFF;
  try {
    desk.apply(desk.read(o));
    return Done.APPLIED;
  } catch (PoisonException e) {
    return Done.TO_HAND_OFF;
  }
}
void consume(Desk desk) {
  for (long o = desk.committed(); o < desk.end(); o++) {
    if (attempt(desk, o) == Done.TO_HAND_OFF) desk.deadLetter(o);
    desk.commit(o + 1);
  }
}
// ----
void consume(Desk desk) {
  Iterator<Long> offsets = LongStream.range(desk.committed(), desk.end()).iterator();
  while (offsets.hasNext()) {
    long o = offsets.next();
    boolean skip = desk.hasDeadLetter(o);
    if (!skip) {
      skip = desk.countStart(o) <= 3;
      try { if (skip) desk.apply(desk.read(o)); } catch (PoisonException e) { skip = false; }
      if (!skip) desk.deadLetter(o);
    }
    desk.commit(o + 1);
  }
}
// ----
void consume(Desk desk) {
  Predicate<Long> applied = o -> {
    try { desk.apply(desk.read(o)); return true; } catch (PoisonException e) { return false; }
  };
  for (long o = desk.committed(); o < desk.end(); o++) {
    if (!(desk.hasDeadLetter(o) || desk.countStart(o) < 4 && applied.test(o))) desk.deadLetter(o);
    desk.commit(o + 1);
  }
}
// ----
void consume(Desk desk) {
  final int maxStarts = 2;  // fewer than asked for, and enough for one crash
  for (long o = desk.committed(); o < desk.end(); o++) {
    if (!desk.hasDeadLetter(o)) {
      try {
        if (desk.countStart(o) > maxStarts) throw new PoisonException("" + o);
        desk.apply(desk.read(o));
      } catch (PoisonException e) {
        desk.deadLetter(o);
      }
    }
    desk.commit(o + 1);
  }
}
