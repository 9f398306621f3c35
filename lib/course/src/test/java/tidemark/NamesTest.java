package tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.log.Log;
import tidemark.show.Figure;

/** A notebook imports whole packages: a name that two of them have is ambiguous in every cell. */
class NamesTest {
  /** What the kernel imports by itself, and what notebooks import beside the course. */
  private static final List<String> OTHERS =
      List.of(
          "java.io",
          "java.math",
          "java.net",
          "java.nio.charset",
          "java.nio.file",
          "java.util",
          "java.util.concurrent",
          "java.util.function",
          "java.util.prefs",
          "java.util.regex",
          "java.util.stream",
          "java.util.zip",
          "java.lang",
          "tech.tablesaw.api",
          "org.knowm.xchart");

  /** Packages that no notebook imports. */
  private static final Set<String> UNSEEN = Set.of("tidemark.kernel", "tidemark.bank");

  @Test
  void noNameOfTheCourseIsAmbiguousInANotebook() throws Exception {
    Map<String, List<String>> byName = new TreeMap<>();
    for (Class<?> type : publicTypes()) {
      List<String> all = byName.computeIfAbsent(type.getSimpleName(), name -> new ArrayList<>());
      all.add(type.getName());
      for (String other : OTHERS) {
        if (exists(other + "." + type.getSimpleName())) {
          all.add(other + "." + type.getSimpleName());
        }
      }
    }
    byName.values().removeIf(all -> all.size() == 1);
    assertEquals(Map.of(), byName);
  }

  private static boolean exists(String name) {
    try {
      Class<?> type = Class.forName(name, false, NamesTest.class.getClassLoader());
      return Modifier.isPublic(type.getModifiers()); // A hidden one is not imported.
    } catch (ClassNotFoundException no) {
      return false;
    }
  }

  private static List<Class<?>> publicTypes() throws Exception {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> member : List.of(Log.class, Figure.class)) {
      URI place = member.getProtectionDomain().getCodeSource().getLocation().toURI();
      for (String name : classNames(Path.of(place))) {
        Class<?> type = Class.forName(name, false, NamesTest.class.getClassLoader());
        if (Modifier.isPublic(type.getModifiers())
            && !type.isMemberClass()
            && !UNSEEN.contains(type.getPackageName())) {
          types.add(type);
        }
      }
    }
    return types;
  }

  private static List<String> classNames(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      return classNamesBelow(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return classNamesBelow(jar.getPath("/"));
    }
  }

  private static List<String> classNamesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(".class") && !name.contains("-info"))
          .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
          .toList();
    }
  }
}
