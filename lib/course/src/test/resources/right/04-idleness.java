long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  LongStream active = inputs.stream().filter(i -> now - i.heardAt() < silence).mapToLong(InputWatermark::mark);
  long greatest = inputs.stream().mapToLong(InputWatermark::mark).max().getAsLong();
  return Math.max(putOut, active.min().orElse(greatest));
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  long least = Long.MAX_VALUE, greatest = Long.MIN_VALUE;
  boolean any = false;
  for (InputWatermark input : inputs) {
    greatest = Math.max(greatest, input.mark());
    if (now - input.heardAt() < silence) {
      any = true;
      least = Math.min(least, input.mark());
    }
  }
  return Math.max(putOut, any ? least : greatest);
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  List<InputWatermark> active = new ArrayList<>(inputs);
  active.removeIf(input -> input.heardAt() + silence <= now);
  long result;
  if (active.isEmpty()) result = inputs.stream().map(InputWatermark::mark).max(Long::compare).get();
  else result = active.stream().map(InputWatermark::mark).min(Long::compare).get();
  return result < putOut ? putOut : result;
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  Map<Boolean, List<Long>> byIdle = inputs.stream().collect(Collectors.partitioningBy(
      i -> now - i.heardAt() >= silence, Collectors.mapping(InputWatermark::mark, Collectors.toList())));
  List<Long> active = byIdle.get(false), idle = byIdle.get(true);
  return Math.max(putOut, active.isEmpty() ? Collections.max(idle) : Collections.min(active));
}
// ----
boolean isIdle(InputWatermark input, long now, long silence) { return now - input.heardAt() >= silence; }
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  TreeSet<Long> active = new TreeSet<>(), all = new TreeSet<>();
  for (InputWatermark input : inputs) {
    all.add(input.mark());
    if (!isIdle(input, now, silence)) active.add(input.mark());
  }
  return Math.max(active.isEmpty() ? all.last() : active.first(), putOut);
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  if (inputs.stream().allMatch(i -> now - i.heardAt() >= silence)) {
    for (InputWatermark input : inputs) putOut = Math.max(putOut, input.mark());
    return putOut;
  }
  long least = Long.MAX_VALUE;
  for (InputWatermark input : inputs) if (now - input.heardAt() < silence) least = Math.min(least, input.mark());
  return Math.max(putOut, least);
}
// ----
Long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  Long least = null;
  Long greatest = null;
  for (InputWatermark input : inputs) {
    if (greatest == null || input.mark() > greatest) greatest = input.mark();
    if (now - input.heardAt() < silence && (least == null || input.mark() < least)) least = input.mark();
  }
  Long combined = least != null ? least : greatest;
  return combined > putOut ? combined : putOut;
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  List<InputWatermark> sorted = new ArrayList<>(inputs);
  sorted.sort(Comparator.comparingLong(InputWatermark::mark));
  for (InputWatermark input : sorted) {
    if (now - input.heardAt() < silence) return Math.max(putOut, input.mark());
  }
  return Math.max(putOut, sorted.get(sorted.size() - 1).mark());
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  OptionalLong active = inputs.stream().filter(i -> i.heardAt() > now - silence).mapToLong(i -> i.mark()).min();
  if (active.isPresent()) return Math.max(active.getAsLong(), putOut);
  return Math.max(putOut, inputs.stream().mapToLong(i -> i.mark()).max().orElse(putOut));
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  var active = new ArrayList<Long>();
  var all = new ArrayList<Long>();
  for (int i = 0; i < inputs.size(); i++) {
    var input = inputs.get(i);
    all.add(input.mark());
    if (!(now - input.heardAt() >= silence)) active.add(input.mark());
  }
  Collections.sort(active);
  Collections.sort(all);
  long combined = active.size() > 0 ? active.get(0) : all.get(all.size() - 1);
  return combined >= putOut ? combined : putOut;
}
// ----
long withIdleness(List<InputWatermark> inputs, long at, long limit, long before) throws Exception {
  PriorityQueue<Long> active = new PriorityQueue<>();
  for (InputWatermark each : inputs) if (at - each.heardAt() < limit) active.add(each.mark());
  if (!active.isEmpty()) return Math.max(before, active.peek());
  return inputs.stream().mapToLong(InputWatermark::mark).reduce(before, Math::max);
}
// ----
long withIdleness(List<InputWatermark> inputs, long now, long silence, long putOut) {
  long active = inputs.stream().filter(i -> now - i.heardAt() < silence).count();
  long combined = active == 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  for (InputWatermark input : inputs) {
    if (active == 0) combined = Math.max(combined, input.mark());
    else if (now - input.heardAt() < silence) combined = Math.min(combined, input.mark());
  }
  return Math.max(putOut, combined);
}
