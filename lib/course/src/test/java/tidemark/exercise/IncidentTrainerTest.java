package tidemark.exercise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.diagnose.Finding;
import tidemark.diagnose.Sample;
import tidemark.show.Grid;

class IncidentTrainerTest {
  @Test
  void everySeedAndLevelGivesACaseAndAllIncidentsCome() {
    Set<Set<Incident>> met = new HashSet<>();
    Seeds.forEach(
        400,
        (seed, random) -> {
          for (int level = 1; level <= IncidentGenerator.HARDEST; level++) {
            IncidentGenerator.Case one = IncidentGenerator.of(seed, level);
            assertEquals(one, IncidentGenerator.of(seed, level), "the same seed, the same case");
            requirePossible(one);
            met.add(one.incidents());
          }
        });
    Set<Incident> alone = EnumSet.noneOf(Incident.class);
    met.stream().filter(set -> set.size() == 1).forEach(alone::addAll);
    assertEquals(EnumSet.allOf(Incident.class), alone);
    assertTrue(met.stream().anyMatch(set -> set.size() == 2), met.toString());
  }

  @Test
  void incidentsThatFollowEachOtherDiffer() {
    Map<Set<Incident>, Integer> counts = new HashMap<>();
    for (long seed = 1; seed <= 140; seed++) {
      counts.merge(IncidentGenerator.of(seed, 1).incidents(), 1, Integer::sum);
    }
    assertEquals(Incident.values().length, counts.size());
    counts.forEach((incident, count) -> assertTrue(count >= 8 && count <= 40, counts::toString));
  }

  /** The numbers are such as a consumer can have. */
  private static void requirePossible(IncidentGenerator.Case one) {
    Sample before = null;
    for (Sample sample : one.samples()) {
      long committed = sample.lag().committed().orElseThrow();
      assertTrue(committed <= sample.lag().endOffset(), sample::toString);
      assertTrue(sample.lag().recordsLeft().orElseThrow() >= 0, sample::toString);
      assertTrue(sample.lag().timeLag().orElseThrow() >= 0, sample::toString);
      if (before != null) {
        assertTrue(before.lag().committed().orElseThrow() <= committed, sample::toString);
        assertTrue(before.lag().startOffset() <= sample.lag().startOffset(), sample::toString);
        for (int input = 0; input < 2; input++) {
          long mark = before.inputs().get(input).mark();
          assertTrue(mark <= sample.inputs().get(input).mark(), sample::toString);
        }
      }
      before = sample;
    }
  }

  @Test
  void threeRightInARowMakeItHarderAndAWrongOneEasier() {
    IncidentTrainer trainer = IncidentTrainer.of(5);
    for (int i = 1; i <= 3; i++) {
      Grid verdict = trainer.answer(trainer.draw().incidents().toArray(new Incident[0]));
      assertTrue(verdict.title().startsWith("Right: " + i + " of " + i), verdict.title());
    }
    assertEquals(2, trainer.level());
    Set<Incident> wrong = EnumSet.complementOf(EnumSet.copyOf(trainer.draw().incidents()));
    Grid verdict = trainer.answer(wrong.iterator().next());
    assertTrue(verdict.title().startsWith("Not yet: 3 of 4"), verdict.title());
    assertTrue(verdict.text().contains("did not name"), verdict::text);
    assertTrue(verdict.text().contains("needs"), verdict::text);
    assertEquals(1, trainer.level());
  }

  @Test
  void aConsumerIsShownBeforeItIsAnsweredAndAnsweredOnce() {
    IncidentTrainer trainer = IncidentTrainer.of(5);
    assertThrows(IllegalStateException.class, () -> trainer.answer(Incident.HEALTHY));
    trainer.draw();
    assertThrows(IllegalArgumentException.class, trainer::answer);
    trainer.answer(Incident.HEALTHY);
    assertThrows(IllegalStateException.class, () -> trainer.answer(Incident.HEALTHY));
  }

  @Test
  void timesOfTheEvidenceAreInMinutesAndOffsetsAreAsInTheTable() {
    for (long seed = 1; seed <= 300; seed++) {
      IncidentTrainer trainer = IncidentTrainer.of(1000 * seed);
      for (int i = 0; i < 6; i++) {
        trainer.answer(trainer.draw().incidents().toArray(new Incident[0]));
      }
      IncidentGenerator.Case shown = trainer.draw();
      String verdict = trainer.answer(shown.incidents().toArray(new Incident[0])).text();
      assertFalse(verdict.contains(" ms"), verdict);
      for (Finding finding : shown.findings()) {
        if (finding instanceof Finding.RetentionGap gap) {
          assertTrue(verdict.contains("[" + gap.fromInclusive() + ", "), verdict);
        } else if (finding instanceof Finding.StoppedConsumer stopped) {
          assertTrue(verdict.contains("" + stopped.committed().orElseThrow()), verdict);
        }
      }
    }
  }

  @Test
  void oneIncidentOfAPairIsNotRight() {
    int pairs = 0;
    for (long seed = 1; seed <= 40; seed++) {
      IncidentTrainer trainer = IncidentTrainer.of(100 * seed);
      while (trainer.level() < IncidentGenerator.HARDEST) {
        trainer.answer(trainer.draw().incidents().toArray(new Incident[0]));
      }
      Set<Incident> both = trainer.draw().incidents();
      if (both.size() == 2) {
        pairs++;
        Grid verdict = trainer.answer(both.iterator().next());
        assertTrue(verdict.title().startsWith("Not yet"), verdict.title());
        assertEquals(2, verdict.size(), verdict::text);
      }
    }
    assertTrue(pairs > 5, "pairs " + pairs);
  }
}
