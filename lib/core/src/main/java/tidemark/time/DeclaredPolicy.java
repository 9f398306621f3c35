package tidemark.time;

import java.util.List;
import java.util.Set;

/**
 * A watermark policy that says what it assumes: its input scope, its idle rule, and how it handles
 * late events.
 *
 * @param inputs the names of all inputs, in a fixed order; at least one, and none twice. An event
 *     of an input that is not named here is refused
 * @param disorder how each input's own watermark follows its timestamps
 * @param idle when a silent input is left out
 * @param late which events are late
 */
public record DeclaredPolicy(
    List<String> inputs, BoundedDisorder disorder, IdleRule idle, LateRule late) {

  public DeclaredPolicy {
    inputs = List.copyOf(inputs);
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException(
          "a policy must have at least one input, inputs=[]: name one");
    }
    if (Set.copyOf(inputs).size() < inputs.size()) {
      throw new IllegalArgumentException(
          "an input must be declared only once, inputs=" + inputs + "; name each one once");
    }
  }

  /** One input that is never idle; an event is late if it lies below the watermark. */
  public static DeclaredPolicy of(BoundedDisorder disorder) {
    return new DeclaredPolicy(
        List.of("input"), disorder, IdleRule.never(), LateRule.belowWatermark());
  }

  /** The same policy for these inputs. */
  public DeclaredPolicy withInputs(String... newInputs) {
    return new DeclaredPolicy(List.of(newInputs), disorder, idle, late);
  }

  /** The same policy with this idle rule. */
  public DeclaredPolicy withIdle(IdleRule newIdle) {
    return new DeclaredPolicy(inputs, disorder, newIdle, late);
  }

  /** The same policy with this late rule. */
  public DeclaredPolicy withLate(LateRule newLate) {
    return new DeclaredPolicy(inputs, disorder, idle, newLate);
  }

  /** New watermarks under this policy: every input at −∞. */
  public Watermarks start() {
    return new Watermarks(this);
  }

  /**
   * The rules as a text by which a snapshot names the policy it was taken under. Equal rules have
   * the same text in all versions of this library. The inputs are not in it.
   */
  public String identity() {
    return "policy/1 bound="
        + disorder.bound()
        + " maxAhead="
        + disorder.maxAhead()
        + " silence="
        + idle.silence()
        + " late="
        + late.identity();
  }

  /** What the policy claims and assumes, as a paragraph for a person to read. */
  public String describe() {
    String own = "the largest timestamp seen minus " + disorder.bound();
    return "Scope: "
        + (inputs.size() == 1
            ? "the input " + inputs.get(0) + ". The watermark is " + own
            : "the inputs "
                + String.join(", ", inputs)
                + ". The watermark is the minimum of the active inputs' own, and an input's own is "
                + own)
        + "; before the first event it is −∞. Idle: "
        + idle.describe()
        + ". Late, and kept in the side output: "
        + late.describe()
        + ". Future: "
        + (disorder.maxAhead() == Long.MAX_VALUE
            ? "every timestamp is believed"
            : "a timestamp more than "
                + disorder.maxAhead()
                + " ahead of its append time moves no watermark. If the log's clock is set back, correct"
                + " timestamps may look too far ahead as well")
        + ". This is a declared policy, not a measured bound: a later event may still arrive below"
        + " the watermark.";
  }
}
