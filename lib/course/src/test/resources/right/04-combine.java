ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  long[] marks = new long[inputs.size()];
  Arrays.fill(marks, Long.MIN_VALUE);
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), watermarks = new ArrayList<>();
  long watermark = Long.MIN_VALUE;
  for (Arrival a : arrivals) {
    if (a.timestamp() < watermark) late.add(a.timestamp()); else onTime.add(a.timestamp());
    int i = inputs.indexOf(a.input());
    marks[i] = Math.max(marks[i], a.timestamp() - bound);
    watermark = Arrays.stream(marks).min().getAsLong();
    watermarks.add(watermark);
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  Map<String, Long> greatest = new HashMap<>();
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), watermarks = new ArrayList<>();
  long watermark = Long.MIN_VALUE;
  for (Arrival a : arrivals) {
    (a.timestamp() < watermark ? late : onTime).add(a.timestamp());
    greatest.merge(a.input(), a.timestamp(), Math::max);
    if (greatest.size() == inputs.size()) watermark = Collections.min(greatest.values()) - bound;
    watermarks.add(watermark);
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  TreeMap<String, Long> marks = new TreeMap<>();
  for (String input : inputs) marks.put(input, Long.MIN_VALUE);
  List<Long> onTime = new LinkedList<>(), late = new LinkedList<>(), watermarks = new LinkedList<>();
  for (Arrival a : arrivals) {
    long before = watermarks.isEmpty() ? Long.MIN_VALUE : watermarks.get(watermarks.size() - 1);
    if (a.timestamp() >= before) onTime.add(a.timestamp());
    else late.add(a.timestamp());
    if (a.timestamp() - bound > marks.get(a.input())) marks.put(a.input(), a.timestamp() - bound);
    long least = Long.MAX_VALUE;
    for (long mark : marks.values()) least = Math.min(least, mark);
    watermarks.add(least);
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  List<Long> watermarks = new ArrayList<>();
  for (int n = 1; n <= arrivals.size(); n++) {
    List<Arrival> seen = arrivals.subList(0, n);
    watermarks.add(inputs.stream()
        .mapToLong(input -> seen.stream().filter(a -> a.input().equals(input))
            .mapToLong(a -> a.timestamp() - bound).max().orElse(Long.MIN_VALUE))
        .min().orElse(Long.MIN_VALUE));
  }
  List<Long> onTime = new ArrayList<>();
  List<Long> late = new ArrayList<>();
  for (int i = 0; i < arrivals.size(); i++) {
    long before = i == 0 ? Long.MIN_VALUE : watermarks.get(i - 1);
    (arrivals.get(i).timestamp() < before ? late : onTime).add(arrivals.get(i).timestamp());
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  Map<String, Long> marks = inputs.stream().collect(Collectors.toMap(i -> i, i -> Long.MIN_VALUE));
  ToyPolicyResult result = new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  for (Arrival a : arrivals) {
    if (a.timestamp() < result.watermark()) result.late().add(a.timestamp());
    else result.onTime().add(a.timestamp());
    marks.computeIfPresent(a.input(), (i, mark) -> Math.max(mark, a.timestamp() - bound));
    result.watermarks().add(Collections.min(marks.values()));
  }
  return result;
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  Map<String, Long> marks = new LinkedHashMap<>();
  for (String input : inputs) marks.putIfAbsent(input, Long.MIN_VALUE);
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), watermarks = new ArrayList<>();
  long watermark = Long.MIN_VALUE;
  for (Arrival a : arrivals) {
    if (a.timestamp() < watermark) { late.add(a.timestamp()); } else { onTime.add(a.timestamp()); }
    marks.merge(a.input(), a.timestamp() - bound, Long::max);
    watermark = Math.max(watermark, Collections.min(marks.values()));
    watermarks.add(watermark);
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  Watermarks watermarks = DeclaredPolicy.of(BoundedDisorder.of(bound)).withInputs(inputs.toArray(String[]::new)).start();
  ToyPolicyResult result = new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  for (Arrival a : arrivals) {
    (a.timestamp() < watermarks.watermark() ? result.late() : result.onTime()).add(a.timestamp());
    result.watermarks().add(watermarks.arrive(watermarks.input(a.input()), a.timestamp()));
  }
  return result;
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  Map<String, OptionalLong> marks = new HashMap<>();
  for (String input : inputs) marks.put(input, OptionalLong.empty());
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), watermarks = new ArrayList<>();
  OptionalLong watermark = OptionalLong.empty();
  for (Arrival a : arrivals) {
    if (watermark.isPresent() && a.timestamp() < watermark.getAsLong()) late.add(a.timestamp());
    else onTime.add(a.timestamp());
    OptionalLong mark = marks.get(a.input());
    if (mark.isEmpty() || mark.getAsLong() < a.timestamp() - bound) marks.put(a.input(), OptionalLong.of(a.timestamp() - bound));
    boolean all = marks.values().stream().allMatch(OptionalLong::isPresent);
    watermark = all ? marks.values().stream().mapToLong(OptionalLong::getAsLong).min() : OptionalLong.empty();
    watermarks.add(watermark.orElse(Long.MIN_VALUE));
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
long least(Map<String, List<Long>> marks) {
  long least = Long.MAX_VALUE;
  for (List<Long> each : marks.values()) {
    least = Math.min(least, each.isEmpty() ? Long.MIN_VALUE : Collections.max(each));
  }
  return least;
}
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  Map<String, List<Long>> marks = new HashMap<>();
  inputs.forEach(input -> marks.put(input, new ArrayList<>()));
  List<Long> onTime = new ArrayList<>(), late = new ArrayList<>(), watermarks = new ArrayList<>();
  for (Arrival a : arrivals) {
    (a.timestamp() < least(marks) ? late : onTime).add(a.timestamp());
    marks.get(a.input()).add(a.timestamp() - bound);
    watermarks.add(least(marks));
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) {
  var marks = new HashMap<String, Long>();
  var onTime = new ArrayList<Long>();
  var late = new ArrayList<Long>();
  var watermarks = new ArrayList<Long>();
  var watermark = Long.MIN_VALUE;
  for (var a : arrivals) {
    var t = a.timestamp();
    if (t < watermark) late.add(t); else onTime.add(t);
    marks.put(a.input(), Math.max(marks.getOrDefault(a.input(), Long.MIN_VALUE), t - bound));
    var least = Long.MAX_VALUE;
    for (var input : inputs) least = Math.min(least, marks.getOrDefault(input, Long.MIN_VALUE));
    watermark = least;
    watermarks.add(watermark);
  }
  return new ToyPolicyResult(List.copyOf(onTime), List.copyOf(late), List.copyOf(watermarks));
}
// ----
ToyPolicyResult combine(List<String> names, List<Arrival> events, long disorder) {
  PriorityQueue<Long> queue = new PriorityQueue<>();
  Map<String, Long> marks = new HashMap<>();
  for (String name : names) { marks.put(name, Long.MIN_VALUE); queue.add(Long.MIN_VALUE); }
  ToyPolicyResult result = new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  for (Arrival event : events) {
    if (event.timestamp() < queue.peek()) result.late().add(event.timestamp());
    else result.onTime().add(event.timestamp());
    long mark = marks.get(event.input());
    if (event.timestamp() - disorder > mark) {
      queue.remove(mark);
      queue.add(event.timestamp() - disorder);
      marks.put(event.input(), event.timestamp() - disorder);
    }
    result.watermarks().add(queue.peek());
  }
  return result;
}
// ----
ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound) throws Exception {
  Long[] marks = inputs.stream().map(i -> Long.MIN_VALUE).toArray(Long[]::new);
  List<Long> onTime = new ArrayList<>();
  List<Long> late = new ArrayList<>();
  List<Long> watermarks = new ArrayList<>();
  Long watermark = Long.MIN_VALUE;
  for (int n = 0; n < arrivals.size(); n++) {
    Arrival a = arrivals.get(n);
    boolean isLate = Long.compare(a.timestamp(), watermark) < 0;
    if (isLate) late.add(a.timestamp());
    if (!isLate) onTime.add(a.timestamp());
    for (int i = 0; i < marks.length; i++) {
      if (inputs.get(i).equals(a.input()) && a.timestamp() - bound > marks[i]) marks[i] = a.timestamp() - bound;
    }
    watermark = Collections.min(Arrays.asList(marks));
    watermarks.add(watermark);
  }
  return new ToyPolicyResult(onTime, late, watermarks);
}
