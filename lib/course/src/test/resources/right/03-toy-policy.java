ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), watermarks = new ArrayList<>();
  long watermark = Long.MIN_VALUE;
  for (long timestamp : timestamps) {
    if (timestamp < watermark) late.add(timestamp); else onTime.add(timestamp);
    watermark = Math.max(watermark, timestamp - bound);
    watermarks.add(watermark);
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  ToyPolicyResult result = new ToyPolicyResult(new LinkedList<>(), new LinkedList<>(), new LinkedList<>());
  long max = Long.MIN_VALUE;
  for (Long t : timestamps) {
    boolean late = max != Long.MIN_VALUE && t < max - bound;
    (late ? result.late() : result.onTime()).add(t);
    if (t > max) max = t;
    result.watermarks().add(max - bound);
  }
  return result;
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  List<Long> watermarks = new ArrayList<>();
  for (int i = 0; i < timestamps.size(); i++) watermarks.add(Collections.max(timestamps.subList(0, i + 1)) - bound);
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>();
  for (int i = 0; i < timestamps.size(); i++) {
    long before = i == 0 ? Long.MIN_VALUE : watermarks.get(i - 1);
    (timestamps.get(i) >= before ? onTime : late).add(timestamps.get(i));
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {  // tested after the update: the same, while the bound is at least 0
  var onTime = new ArrayList<Long>(); var late = new ArrayList<Long>(); var marks = new ArrayList<Long>();
  Long mark = null;
  for (var t : timestamps) {
    mark = mark == null ? t - bound : Math.max(mark, t - bound);
    marks.add(mark);
    if (t < mark) late.add(t); else onTime.add(t);
  }
  return new ToyPolicyResult(onTime, late, marks);
}
// ----
ToyPolicyResult step(List<Long> rest, long bound, ToyPolicyResult sofar) {
  if (rest.isEmpty()) return sofar;
  long t = rest.get(0), before = sofar.watermark();
  (t < before ? sofar.late() : sofar.onTime()).add(t);
  sofar.watermarks().add(Math.max(before, t - bound));
  return step(rest.subList(1, rest.size()), bound, sofar);
}
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  return step(timestamps, bound, new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  long[] marks = new long[timestamps.size()];
  for (int i = 0; i < marks.length; i++) marks[i] = Math.max(i == 0 ? Long.MIN_VALUE : marks[i - 1], timestamps.get(i) - bound);
  IntPredicate late = i -> i > 0 && timestamps.get(i) < marks[i - 1];
  return new ToyPolicyResult(
      IntStream.range(0, marks.length).filter(late.negate()).mapToObj(timestamps::get).toList(),
      IntStream.range(0, marks.length).filter(late).mapToObj(timestamps::get).toList(),
      LongStream.of(marks).boxed().toList());
}
// ----
class Policy {
  private final long bound;
  private long watermark = Long.MIN_VALUE;
  final ToyPolicyResult result = new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  Policy(long bound) { this.bound = bound; }
  void arrive(long t) {
    List<Long> side = t < watermark ? result.late() : result.onTime();
    side.add(t);
    if (t - bound > watermark) watermark = t - bound;
    result.watermarks().add(watermark);
  }
}
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  Policy policy = new Policy(bound);
  timestamps.forEach(policy::arrive);
  return policy.result;
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  OptionalLong watermark = OptionalLong.empty();
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), all = new ArrayList<>();
  for (int i = 0; i < timestamps.size(); i++) {
    long t = timestamps.get(i);
    if (watermark.isEmpty() || t >= watermark.getAsLong()) onTime.add(t); else late.add(t);
    watermark = OptionalLong.of(watermark.isEmpty() ? t - bound : Math.max(watermark.getAsLong(), t - bound));
    all.add(watermark.getAsLong());
  }
  return new ToyPolicyResult(onTime, late, all);
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  List<Long> seen = new ArrayList<>(), late = new ArrayList<>(), onTime = new ArrayList<>(), marks = new ArrayList<>();
  Iterator<Long> arrivals = timestamps.iterator();
  while (arrivals.hasNext()) {
    Long t = arrivals.next();
    long before = seen.stream().mapToLong(s -> s - bound).max().orElse(Long.MIN_VALUE);
    if (t.compareTo(before) < 0) late.add(t); else onTime.add(t);
    seen.add(t);
    marks.add(seen.stream().mapToLong(s -> s - bound).max().getAsLong());
  }
  return new ToyPolicyResult(List.copyOf(onTime), List.copyOf(late), List.copyOf(marks));
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  TreeSet<Long> seen = new TreeSet<>();
  Map<Boolean, List<Long>> split = new HashMap<>(Map.of(true, new ArrayList<>(), false, new ArrayList<>()));
  List<Long> marks = new ArrayList<>();
  for (long t : timestamps) {
    split.get(!seen.isEmpty() && t < seen.last() - bound).add(t);
    seen.add(t);
    marks.add(seen.last() - bound);
  }
  return new ToyPolicyResult(split.get(false), split.get(true), marks);
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  ArrayDeque<Long> marks = new ArrayDeque<>(List.of(Long.MIN_VALUE));
  List<Long> onTime = new ArrayList<>(timestamps), late = new ArrayList<>();
  for (ListIterator<Long> at = onTime.listIterator(); at.hasNext(); ) {
    long t = at.next();
    if (t < marks.getLast()) { late.add(t); at.remove(); }
    marks.addLast(Math.max(marks.getLast(), t - bound));
  }
  marks.removeFirst();
  return new ToyPolicyResult(onTime, late, new ArrayList<>(marks));
}
// ----
ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) {
  Watermark w = Watermark.none();
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), marks = new ArrayList<>();
  for (long t : timestamps) {
    (w.isLate(t) ? late : onTime).add(t);
    w = w.after(t, bound);
    marks.add(w.value());
  }
  return new ToyPolicyResult(onTime, late, marks);
}
record Watermark(long value) {
  static Watermark none() { return new Watermark(Long.MIN_VALUE); }
  boolean isLate(long t) { return value > t; }
  Watermark after(long t, long bound) { return t - bound <= value ? this : new Watermark(t - bound); }
}
