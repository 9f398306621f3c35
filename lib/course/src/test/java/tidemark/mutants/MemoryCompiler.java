package tidemark.mutants;

import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles many classes at once, and leaves out those that do not compile. */
final class MemoryCompiler {
  /** Classes by name. Whoever loads one gets those that belong to it too. */
  static final class Classes extends ClassLoader {
    private final Map<String, byte[]> code;

    private Classes(Map<String, byte[]> code) {
      super(MemoryCompiler.class.getClassLoader());
      this.code = code;
    }

    boolean contains(String name) {
      return code.containsKey(name);
    }

    /** The code of a class and of those nested in it, with the class's name blotted out. */
    Map<String, String> shape(String name) {
      Map<String, String> shape = new TreeMap<>();
      code.forEach(
          (each, bytes) -> {
            if (each.equals(name) || each.startsWith(name + "$")) {
              String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
              shape.put(
                  each.substring(name.length()), text.replace(name, "_".repeat(name.length())));
            }
          });
      return shape;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = code.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    final String name;
    private final String code;

    Source(String name, String code) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.name = name;
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }

  private static final List<String> OPTIONS =
      List.of(
          "-proc:none",
          "-nowarn",
          "-g:none",
          "-Xmaxerrs",
          "1000000",
          "-XDshould-stop.ifError=FLOW",
          "--release",
          "17");

  private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();

  /** One for all compilations: it remembers what is in each jar. */
  private final JavaFileManager files = javac.getStandardFileManager(null, null, null);

  /** A compilation of one source that writes nothing. */
  JavacTask task(String name, String code) {
    return (JavacTask)
        javac.getTask(null, files, found -> {}, OPTIONS, null, List.of(new Source(name, code)));
  }

  /** Compiles sources by class name. */
  Classes compile(Map<String, String> sources) {
    Map<String, Source> left = new HashMap<>();
    sources.forEach((name, code) -> left.put(name, new Source(name, code)));
    while (!left.isEmpty()) {
      Map<String, byte[]> code = new ConcurrentHashMap<>();
      Set<String> broken = attempt(left, code);
      if (broken.isEmpty()) {
        return new Classes(code);
      }
      left.keySet().removeAll(broken);
    }
    return new Classes(Map.of());
  }

  private Set<String> attempt(Map<String, Source> sources, Map<String, byte[]> code) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavaFileManager memory =
        new ForwardingJavaFileManager<>(files) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return written(name, kind, code);
          }
        };
    boolean done =
        javac.getTask(Writer.nullWriter(), memory, found, OPTIONS, null, sources.values()).call();
    Set<String> broken = new HashSet<>();
    for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
      if (each.getKind() == Diagnostic.Kind.ERROR) {
        broken.add(nameOf(each.getSource()));
      }
    }
    if (!done && broken.isEmpty()) {
      throw new IllegalStateException("javac must say what is wrong: " + found.getDiagnostics());
    }
    return broken;
  }

  private static String nameOf(@Nullable JavaFileObject source) {
    if (source instanceof Source mine) {
      return mine.name;
    }
    throw new IllegalStateException("an error must be in a source of ours, source=" + source);
  }

  private static JavaFileObject written(
      String name, JavaFileObject.Kind kind, Map<String, byte[]> code) {
    return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
      @Override
      public OutputStream openOutputStream() {
        return new ByteArrayOutputStream() {
          @Override
          public void close() {
            code.put(name, toByteArray());
          }
        };
      }
    };
  }
}
