Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event event = entry.event();
  List<Header> headers = new ArrayList<>(event.headers());
  boolean again = false;
  for (Header header : event.headers()) again |= header.name().equals("origin");
  if (!again) { headers.add(new Header("origin", Bytes.text(partition + "@" + entry.offset()))); headers.add(new Header("appended", Bytes.text("" + entry.appendTime()))); }
  headers.add(new Header("failure", Bytes.text(failure.getClass().getName())));
  headers.add(new Header("message", Bytes.text(failure.getMessage())));
  headers.add(new Header("attempts", Bytes.text(String.valueOf(attempts))));
  headers.add(new Header("replay", Bytes.text(failure instanceof PoisonException ? "BY_HAND" : "AFTER_FIX")));
  return new Event(event.key(), event.value(), event.eventTime(), headers);
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event letter = entry.event();
  if (letter.headers().stream().noneMatch(header -> header.name().equals("origin"))) {
    letter = letter.withHeader("origin", Bytes.text(partition + "@" + entry.offset())).withHeader("appended", Bytes.text("" + entry.appendTime()));
  }
  return letter
      .withHeader("failure", Bytes.text(failure.getClass().getName()))
      .withHeader("message", Bytes.text(failure.getMessage()))
      .withHeader("attempts", Bytes.text("" + attempts))
      .withHeader("replay", Bytes.text((failure instanceof PoisonException ? ReplayPolicy.BY_HAND : ReplayPolicy.AFTER_FIX).name()));
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event letter = entry.event();
  if (!letter.headers().stream().map(Header::name).toList().contains("origin")) {
    letter = letter.withHeader("origin", Bytes.text(partition + "@" + entry.offset())).withHeader("appended", Bytes.text("" + entry.appendTime()));
  }
  return letter
      .withHeader("failure", Bytes.text(failure.getClass().getName()))
      .withHeader("message", Bytes.text(failure.getMessage()))
      .withHeader("attempts", Bytes.text("" + attempts))
      .withHeader("replay", Bytes.text(!(failure instanceof PoisonException) ? "AFTER_FIX" : "BY_HAND"));
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event letter = entry.event();
  if (letter.headers().stream().map(Header::name).filter("origin"::equals).count() == 0) {
    letter = letter.withHeader("origin", Bytes.text(partition + "@" + entry.offset())).withHeader("appended", Bytes.text("" + entry.appendTime()));
  }
  return letter
      .withHeader("failure", Bytes.text(failure.getClass().getName()))
      .withHeader("message", Bytes.text(failure.getMessage()))
      .withHeader("attempts", Bytes.text("" + attempts))
      .withHeader("replay", Bytes.text(failure instanceof PoisonException ? "BY_HAND" : "AFTER_FIX"));
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event letter = entry.event();
  if (letter.headers().stream().filter(h -> h.name().equals("origin")).findFirst().isEmpty()) {
    letter = letter.withHeader("origin", Bytes.text(partition + "@" + entry.offset())).withHeader("appended", Bytes.text("" + entry.appendTime()));
  }
  return letter
      .withHeader("failure", Bytes.text(failure.getClass().getName()))
      .withHeader("message", Bytes.text(failure.getMessage()))
      .withHeader("attempts", Bytes.text("" + attempts))
      .withHeader("replay", Bytes.text((failure instanceof PoisonException ? ReplayPolicy.BY_HAND : ReplayPolicy.AFTER_FIX).name()));
}
// ----
boolean hasOrigin(Event event) {
  for (Header h : event.headers()) {
    if ("origin".equals(h.name())) return true;
  }
  return false;
}
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event letter = entry.event();
  if (!hasOrigin(letter)) {
    letter = letter.withHeader("origin", Bytes.text(partition + "@" + entry.offset())).withHeader("appended", Bytes.text("" + entry.appendTime()));
  }
  return letter
      .withHeader("failure", Bytes.text(failure.getClass().getName()))
      .withHeader("message", Bytes.text(failure.getMessage()))
      .withHeader("attempts", Bytes.text("" + attempts))
      .withHeader("replay", Bytes.text(!(failure instanceof PoisonException) ? "AFTER_FIX" : "BY_HAND"));
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event event = entry.event();
  List<Header> headers = new ArrayList<>(event.headers());
  if (headers.stream().noneMatch(h -> h.name().equals("origin"))) { headers.add(new Header("origin", Bytes.text(partition + "@" + entry.offset()))); headers.add(new Header("appended", Bytes.text("" + entry.appendTime()))); }
  headers.add(new Header("failure", Bytes.text(failure.getClass().getName())));
  headers.add(new Header("message", Bytes.text(failure.getMessage())));
  headers.add(new Header("attempts", Bytes.text(String.valueOf(attempts))));
  headers.add(new Header("replay", Bytes.text(failure instanceof PoisonException ? "BY_HAND" : "AFTER_FIX")));
  return new Event(event.key(), event.value(), event.eventTime(), headers);
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event event = entry.event();
  List<Header> headers = new ArrayList<>(event.headers());
  Set<String> names = headers.stream().map(h -> h.name()).collect(Collectors.toSet());
  if (names.add("origin")) { headers.add(new Header("origin", Bytes.text(partition + "@" + entry.offset()))); headers.add(new Header("appended", Bytes.text("" + entry.appendTime()))); }
  headers.add(new Header("failure", Bytes.text(failure.getClass().getName())));
  headers.add(new Header("message", Bytes.text(failure.getMessage())));
  headers.add(new Header("attempts", Bytes.text(String.valueOf(attempts))));
  headers.add(new Header("replay", Bytes.text((failure instanceof PoisonException ? ReplayPolicy.BY_HAND : ReplayPolicy.AFTER_FIX).name())));
  return new Event(event.key(), event.value(), event.eventTime(), headers);
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Map<String, String> more = new LinkedHashMap<>();
  if (entry.event().headers().stream().noneMatch(h -> h.name().equals("origin"))) {
    more.put("origin", partition + "@" + entry.offset());
    more.put("appended", Long.toString(entry.appendTime()));
  }
  more.put("failure", failure.getClass().getName());
  more.put("message", failure.getMessage());
  more.put("attempts", Integer.toString(attempts));
  more.put("replay", !(failure instanceof PoisonException) ? "AFTER_FIX" : "BY_HAND");
  Event letter = entry.event();
  for (var header : more.entrySet()) letter = letter.withHeader(header.getKey(), Bytes.text(header.getValue()));
  return letter;
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Event event = entry.event();
  byte[] value = event.value() == null ? null : event.value().toByteArray();
  Event copy = new Event(entry.key(), value == null ? null : Bytes.of(value), event.eventTime(), event.headers());
  if (event.headers().stream().noneMatch(h -> h.name().equals("origin"))) {
    copy = copy.withHeader("origin", Bytes.text("%s@%d".formatted(partition, entry.offset()))).withHeader("appended", Bytes.text(entry.appendTime() + ""));
  }
  return copy
      .withHeader("failure", Bytes.text(failure.getClass().getName()))
      .withHeader("message", Bytes.text(failure.getMessage()))
      .withHeader("attempts", Bytes.text("" + attempts))
      .withHeader("replay", Bytes.text(failure instanceof PoisonException ? "BY_HAND" : "AFTER_FIX"));
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) throws Exception {
  boolean first = entry.event().headers().stream().allMatch(h -> !h.name().equals("origin"));
  Event origin = first ? entry.event().withHeader("origin", Bytes.text(partition + '@' + entry.offset())) : entry.event();
  Event appended = first ? origin.withHeader("appended", Bytes.text(String.valueOf(entry.appendTime()))) : origin;
  return appended
      .withHeader("failure", Bytes.text(failure.getClass().getName()))
      .withHeader("message", Bytes.text(failure.getMessage()))
      .withHeader("attempts", Bytes.text("" + attempts))
      .withHeader("replay", Bytes.text((failure instanceof PoisonException ? ReplayPolicy.BY_HAND : ReplayPolicy.AFTER_FIX).name()));
}
// ----
Event deadLetter(String partition, Entry entry, Exception failure, int attempts) {
  Stream<Header> origin = entry.event().headers().stream().anyMatch(h -> h.name().equals("origin"))
      ? Stream.empty()
      : Stream.of(
          new Header("origin", Bytes.text(String.join("@", partition, "" + entry.offset()))),
          new Header("appended", Bytes.text("" + entry.appendTime())));
  Stream<Header> why = Stream.of(
      new Header("failure", Bytes.text(failure.getClass().getName())),
      new Header("message", Bytes.text(failure.getMessage())),
      new Header("attempts", Bytes.text("" + attempts)),
      new Header("replay", Bytes.text(!(failure instanceof PoisonException) ? "AFTER_FIX" : "BY_HAND")));
  List<Header> all = Stream.of(entry.event().headers().stream(), origin, why).flatMap(s -> s).toList();
  return new Event(entry.key(), entry.value(), entry.event().eventTime(), all);
}
