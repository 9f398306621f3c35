package tidemark.mutants;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** What javac says the type of each expression in an answer is, by where it stands. */
final class Types {
  private record Span(long from, long to) {}

  private final Map<Span, String> types = new HashMap<>();

  private Types() {}

  /**
   * The types in an answer.
   *
   * @param task that compiles it
   * @param shift where the answer begins in what is compiled: imports stand before it
   */
  static Types of(JavacTask task, int shift) throws IOException {
    Types all = new Types();
    Iterable<? extends CompilationUnitTree> units = task.parse();
    task.analyze();
    for (CompilationUnitTree unit : units) {
      all.scanner(Trees.instance(task), unit, shift).scan(unit, null);
    }
    return all;
  }

  /**
   * The type of what stands in a place of the answer, in full; of a reference to a method without
   * parameters, the type of its result; empty if it has none.
   *
   * @param to exclusive
   */
  String at(int from, int to) {
    return types.getOrDefault(new Span(from, to), "");
  }

  private TreePathScanner<Void, Void> scanner(Trees trees, CompilationUnitTree unit, int shift) {
    SourcePositions positions = trees.getSourcePositions();
    return new TreePathScanner<>() {
      @Override
      public @Nullable Void scan(@Nullable Tree tree, @Nullable Void none) {
        if (tree instanceof ExpressionTree) {
          TreePath path = new TreePath(getCurrentPath(), tree);
          Span span =
              new Span(
                  positions.getStartPosition(unit, tree) - shift,
                  positions.getEndPosition(unit, tree) - shift);
          types.putIfAbsent(span, type(trees, path));
        }
        return super.scan(tree, null);
      }
    };
  }

  private static String type(Trees trees, TreePath path) {
    if (!(path.getLeaf() instanceof MemberReferenceTree)) {
      TypeMirror type = trees.getTypeMirror(path);
      return type == null ? "" : type.toString();
    }
    Element element = trees.getElement(path);
    return element instanceof ExecutableElement method
            && method.getParameters().isEmpty()
            && !method.getModifiers().contains(Modifier.STATIC)
        ? method.getReturnType().toString()
        : "";
  }
}
