package tidemark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** Packages flow one way: in the order data flows and the course teaches. */
@AnalyzeClasses(packages = "tidemark", importOptions = DoNotIncludeTests.class)
final class PackageOrderTest {
  private static final String[] NONE = {};

  @ArchTest
  static final ArchRule storage =
      only("storage", NONE).because("a directory of files knows nothing of what is kept in it");

  @ArchTest
  static final ArchRule log =
      only("log", NONE).because("everything is told in terms of the log, so the log needs nothing");

  @ArchTest
  static final ArchRule disk =
      only("disk", "storage", "log")
          .because(
              "the log on disk is one implementation, and only who opens one may say which it is");

  @ArchTest
  static final ArchRule lag =
      only("lag", "log")
          .because("lag counts offsets; event-time lateness is another number, of another package");

  @ArchTest
  static final ArchRule deadletter =
      only("deadletter", "log").because("a dead letter is handed from one log to another");

  @ArchTest
  static final ArchRule deadletterCommand =
      only("deadletter.command", "deadletter", "disk", "log")
          .because("only the operator's command must know that the logs are on a disk");

  @ArchTest
  static final ArchRule commandsAreNotUsed =
      noClasses()
          .that()
          .resideOutsideOfPackage("tidemark.deadletter.command..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("tidemark.deadletter.command..")
          .because("a command is for people; what it does is in the library");

  @ArchTest
  static final ArchRule time =
      only("time", NONE).because("a watermark policy sees timestamps, not offsets");

  @ArchTest
  static final ArchRule window =
      only("window", "time").because("windows fire by the watermark and know no log");

  @ArchTest
  static final ArchRule diagnose =
      only("diagnose", "lag", "time")
          .because("an incident is named from the measured numbers, not from the log");

  @ArchTest
  static final ArchRule snapshot =
      only("snapshot", "storage", "log")
          .because("a snapshot is bytes and a position; whose bytes, it knows not");

  @ArchTest
  static final ArchRule compact =
      only("compact", "log").because("a compactor rewrites a log and asks nobody who reads it");

  @ArchTest
  static final ArchRule rebuild =
      only("rebuild", "log", "snapshot")
          .because("a plan is proved from marks alone, whoever compacted");

  @ArchTest
  static final ArchRule pipeline =
      only(
              "pipeline",
              "storage",
              "log",
              "disk",
              "lag",
              "deadletter",
              "time",
              "window",
              "snapshot",
              "compact",
              "rebuild")
          .because("the mini-project is made of the parts, and no part knows it");

  @ArchTest
  static final ArchRule simulate =
      only(
              "simulate",
              "storage",
              "log",
              "disk",
              "deadletter",
              "time",
              "window",
              "snapshot",
              "pipeline")
          .because(
              "whoever tries the whole knows the parts, and no part may know that it is tried");

  @ArchTest
  static final ArchRule noCycles =
      slices()
          .matching("tidemark.(*)..")
          .should()
          .beFreeOfCycles()
          .because("a stranger reads the packages in one order");

  /** What a package may import, beside the JDK and annotations that only the compiler reads. */
  private static ArchRule only(String name, String... allowed) {
    return classes()
        .that()
        .resideInAPackage("tidemark." + name + "..")
        .and()
        .resideOutsideOfPackage("tidemark." + name + ".command..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(
                    Stream.of(
                        "java..",
                        "org.jspecify.annotations",
                        "com.google.errorprone.annotations..",
                        "tidemark." + name + ".."),
                    Stream.of(allowed).map(other -> "tidemark." + other + ".."))
                .toArray(String[]::new));
  }
}
