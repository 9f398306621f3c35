try {
  Class.forName("tidemark.check.Check");  // found, if ./course opened this notebook
} catch (ClassNotFoundException plainJupyter) {
  if (!new File("../lib/course/target/classpath").isDirectory()) {
    throw new IllegalStateException("Tidemark is not here. Run ./course lab in its folder.");
  }
  lineMagic("classpath", List.of("../lib/course/target/classpath/*.jar"));
}
import static org.junit.jupiter.api.Assertions.*; import static tidemark.exercise.Answers.*;
import java.nio.*; import java.nio.charset.*; import java.nio.file.*; import java.time.*;
import java.util.function.*; import java.util.stream.*; import java.util.zip.*;
import org.knowm.xchart.*; import tech.tablesaw.api.*; import tidemark.check.*;
import tidemark.compact.*; import tidemark.deadletter.*; import tidemark.diagnose.*;
import tidemark.disk.*; import tidemark.exercise.*; import tidemark.flights.*; import tidemark.lag.*;
import tidemark.log.*; import tidemark.rebuild.*; import tidemark.show.*; import tidemark.snapshot.*;
import tidemark.storage.*; import tidemark.time.*; import tidemark.window.*;
