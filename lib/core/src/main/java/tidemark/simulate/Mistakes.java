package tidemark.simulate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names the mistake that a pipeline makes. The pipeline is run under short schedules, and its
 * symptoms are compared with those of toy pipelines that each make one mistake. The symptoms of the
 * toys are kept in {@code symptoms.txt}; a test checks that file.
 */
public final class Mistakes {
  private static final String FILE = "symptoms.txt";

  private static final double LEAST_ALIKE = 0.3;

  private Mistakes() {}

  /**
   * The mistakes that a pipeline's symptoms point to.
   *
   * @param symptoms a line each: the name of the short schedule, the verdict, what differs
   * @param alike the mistakes whose symptoms are most alike; empty if none are, or nothing failed
   * @param isExact whether their symptoms are exactly the same
   */
  public record Diagnosis(Set<String> symptoms, List<Mistake> alike, boolean isExact) {
    public Diagnosis {
      symptoms = new TreeSet<>(symptoms);
      alike = List.copyOf(alike);
    }

    /** The diagnosis as one sentence for a person to read. */
    public String sentence() {
      if (symptoms.isEmpty()) {
        return "No probe fails.";
      }
      if (alike.isEmpty()) {
        return "Fails as no known mistake does: " + String.join("; ", symptoms) + ".";
      }
      List<String> sentences = alike.stream().map(Mistake::sentence).toList();
      return (isExact ? "Fails exactly like a pipeline that " : "Fails much like a pipeline that ")
          + String.join("; or that ", sentences)
          + ".";
    }
  }

  /** Runs a pipeline under the short schedules, and compares its symptoms. */
  public static Diagnosis diagnose(PipelineUnderTest pipeline) {
    return diagnose(Probes.symptoms(pipeline), known());
  }

  static Diagnosis diagnose(Set<String> symptoms, Map<Mistake, Set<String>> known) {
    List<Mistake> alike = new ArrayList<>();
    double best = LEAST_ALIKE;
    for (Map.Entry<Mistake, Set<String>> mistake : known.entrySet()) {
      double similarity = similarity(symptoms, mistake.getValue());
      if (similarity > best) {
        alike.clear();
      }
      if (similarity >= best && similarity > 0) {
        alike.add(mistake.getKey());
        best = similarity;
      }
    }
    return new Diagnosis(symptoms, alike, best == 1);
  }

  /**
   * The symptoms of both as a part of all symptoms; each failing probe counts as one more symptom.
   */
  private static double similarity(Set<String> leftSymptoms, Set<String> rightSymptoms) {
    Set<String> left = withProbes(leftSymptoms);
    Set<String> right = withProbes(rightSymptoms);
    Set<String> both = new HashSet<>(left);
    both.retainAll(right);
    Set<String> either = new HashSet<>(left);
    either.addAll(right);
    return either.isEmpty() ? 0 : (double) both.size() / either.size();
  }

  private static Set<String> withProbes(Set<String> symptoms) {
    Set<String> all = new HashSet<>(symptoms);
    symptoms.forEach(symptom -> all.add(symptom.substring(0, symptom.indexOf(':'))));
    return all;
  }

  /** The symptoms of each toy, as they are kept. */
  static Map<Mistake, Set<String>> known() {
    Map<Mistake, Set<String>> known = new EnumMap<>(Mistake.class);
    try (InputStream in = Mistakes.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the symptoms must be on the class path, file=" + FILE);
      }
      BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        int colon = line.indexOf(' ');
        known
            .computeIfAbsent(Mistake.valueOf(line.substring(0, colon)), first -> new TreeSet<>())
            .add(line.substring(colon + 1));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the symptoms must be readable, file=" + FILE, unreadable);
    }
    return known;
  }

  /** The symptoms of each toy, found by running it, as lines to be kept. */
  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Mistake mistake : Mistake.values()) {
      for (String symptom : Probes.symptoms(ToyPipeline.with(mistake))) {
        lines.add(mistake + " " + symptom);
      }
    }
    return lines;
  }
}
