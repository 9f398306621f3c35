package tidemark.engines.pager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PagerTest {
  private static final Pattern PLACE = Pattern.compile("cannot decode orders-(\\d+) offset (\\d+)");
  private static final int WAITS = 10;

  private static Pager pager(long seed, Cause... causes) {
    return Incidents.of(List.of(causes), seed % 2 == 0, Incidents.random(seed));
  }

  /** Does what mends an incident, from what the pager shows alone. */
  private static void mend(Pager pager, Cause cause) {
    switch (cause) {
      case GROWING_BACKLOG -> {
        pager.rollBack();
        pager.addConsumer();
        pager.addConsumer();
      }
      case STOPPED_CONSUMER -> pager.restartConsumers();
      case RETENTION_GAP -> pager.goOnAtStart();
      case POISON_STALL -> {
        Matcher place = PLACE.matcher(String.join("\n", pager.logLines()));
        assertTrue(place.find(), "the log must name the record");
        pager.deadLetter(Integer.parseInt(place.group(1)), Long.parseLong(place.group(2)));
      }
      case EVENT_TIME_LATENESS, SILENT_INPUT ->
          List.of("web", "app", "kiosk").forEach(pager::restartProducer);
    }
  }

  private static void waitUntilOver(Pager pager) {
    for (int i = 0; i < WAITS && !pager.isOver(); i++) {
      pager.waitMinutes(20);
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagerIsOverWhenWhatMendsItsIncidentWasDone(Cause cause) {
    for (long seed = 1; seed <= (Boolean.getBoolean("tidemark.long") ? 6 : 2); seed++) {
      try (Pager pager = pager(seed, cause)) {
        String run = "seed=" + seed;
        assertTrue(pager.page().contains("billing"), run + " " + pager.page());
        assertTrue(pager.lag().contains("orders-2"), run);
        pager.suspect("the numbers", cause);
        pager.waitMinutes(5);
        assertFalse(pager.isOver(), run + ": it must not mend itself");
        assertThrows(IllegalStateException.class, pager::debrief);
        mend(pager, cause);
        waitUntilOver(pager);
        assertTrue(pager.isOver(), run + " " + pager.history());
        assertTrue(pager.result().named(), run);
        assertTrue(pager.debrief().contains(cause.report()), run);
      }
    }
  }

  @Test
  void severalIncidentsAtOnceMustAllBeMended() {
    try (Pager pager = pager(1, Cause.POISON_STALL, Cause.SILENT_INPUT)) {
      pager.suspect("the log", Cause.POISON_STALL);
      mend(pager, Cause.POISON_STALL);
      pager.waitMinutes(60);
      assertFalse(pager.isOver());
      mend(pager, Cause.SILENT_INPUT);
      waitUntilOver(pager);
      assertTrue(pager.isOver(), "" + pager.result());
      assertFalse(pager.result().named(), "one of two is not both");
    }
  }

  @Test
  void numbersThatRecoverWithoutTheCauseDoNotEndIt() {
    try (Pager pager = pager(2, Cause.SILENT_INPUT)) {
      pager.suspect("nothing is written", Cause.SILENT_INPUT);
      List.of("web", "app", "kiosk").forEach(pager::declareIdle);
      pager.waitMinutes(60);
      List<Long> delays = pager.history().watermarkDelay();
      assertTrue(delays.get(delays.size() - 1) <= 15, "" + delays);
      assertFalse(pager.isOver(), "the input still says nothing");
    }
  }

  @Test
  void secondLookNeedsASuspicionAndAnySuspicionNeedsEvidence() {
    try (Pager pager = pager(3, Cause.STOPPED_CONSUMER)) {
      long before = pager.result().minutes();
      pager.lag();
      assertEquals(before + 1, pager.result().minutes(), "a look takes a minute");
      assertThrows(IllegalStateException.class, pager::inputs);
      assertThrows(
          IllegalArgumentException.class, () -> pager.suspect(" ", Cause.STOPPED_CONSUMER));
      pager.suspect("the commit stands still", Cause.STOPPED_CONSUMER);
      assertTrue(pager.inputs().contains("kiosk"));
      assertTrue(pager.record(0, 3).contains("\"order\":3"));
    }
  }

  @Test
  void seedsMakeEveryIncidentSeveralAtOnceAndHalfOfThemARedHerring() {
    Set<List<Cause>> kinds = new HashSet<>();
    int redHerrings = 0;
    for (long seed = 1; seed <= 200; seed++) {
      RandomGenerator random = Incidents.random(seed);
      kinds.add(Faults.chosen(random));
      redHerrings += random.nextBoolean() ? 1 : 0;
    }
    assertEquals(Cause.values().length + 2, kinds.size(), "" + kinds);
    assertTrue(redHerrings > 75 && redHerrings < 125, "" + redHerrings);
  }

  @Test
  void sameSeedMakesTheSamePager() {
    String page;
    try (Pager pager = Incidents.next(5)) {
      page = pager.page() + pager.result().truth();
    }
    try (Pager pager = Incidents.next(5)) {
      assertEquals(page, pager.page() + pager.result().truth());
    }
  }
}
