package tidemark.time;

import java.util.List;
import java.util.Set;

/**
 * A watermark policy that says what it assumes: its input scope, its idle rule, and how it handles
 * late events.
 *
 * @param inputs the names of all inputs, in a fixed order; an event of another one is refused
 * @param disorder how each input's own watermark follows its timestamps
 * @param idle when a silent input is left out
 * @param late which events are late
 */
public record DeclaredPolicy(
    List<String> inputs, BoundedDisorder disorder, IdleRule idle, LateRule late) {

  public DeclaredPolicy {
    inputs = List.copyOf(inputs);
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("a policy has at least one input, inputs=[]");
    }
    if (Set.copyOf(inputs).size() < inputs.size()) {
      throw new IllegalArgumentException("an input is declared once, inputs=" + inputs);
    }
  }

  /** One input, never idle; late is what lies below the watermark. */
  public static DeclaredPolicy of(BoundedDisorder disorder) {
    return new DeclaredPolicy(
        List.of("input"), disorder, IdleRule.never(), LateRule.belowWatermark());
  }

  /** The same for these inputs. */
  public DeclaredPolicy withInputs(String... newInputs) {
    return new DeclaredPolicy(List.of(newInputs), disorder, idle, late);
  }

  /** The same with this idle rule. */
  public DeclaredPolicy withIdle(IdleRule newIdle) {
    return new DeclaredPolicy(inputs, disorder, newIdle, late);
  }

  /** The same with this late rule. */
  public DeclaredPolicy withLate(LateRule newLate) {
    return new DeclaredPolicy(inputs, disorder, idle, newLate);
  }

  /** Starts it: every input at −∞. */
  public Watermarks start() {
    return new Watermarks(this);
  }

  /** What it claims and assumes, as a paragraph for a person. */
  public String describe() {
    return "Scope: "
        + (inputs.size() == 1
            ? "the input " + inputs.get(0) + "; the watermark is its own"
            : "the inputs "
                + String.join(", ", inputs)
                + "; the watermark is the least of the active ones' own")
        + ", the largest timestamp seen minus "
        + disorder.bound()
        + ". An input not heard from is at −∞. Idle: "
        + idle.describe()
        + ". Late, and kept in the side output: "
        + late.describe()
        + ". Future: "
        + (disorder.maxAhead() == Long.MAX_VALUE
            ? "every timestamp is believed"
            : "a timestamp more than "
                + disorder.maxAhead()
                + " ahead of its append time moves no watermark")
        + ". This is a declared policy, not a measured bound: a later event may still arrive below"
        + " the watermark.";
  }
}
