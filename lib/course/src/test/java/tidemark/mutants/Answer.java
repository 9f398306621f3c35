package tidemark.mutants;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The source of an answer, and the mutants made of it so far. */
final class Answer {
  /**
   * One answer with one change.
   *
   * @param change before and after, as text; {@code #2} follows where the same change is made at a
   *     second place
   */
  record Mutant(String change, String source) {}

  static final String MUTANTS = "tidemark.mutants.";
  static final String FUEL = MUTANTS + "Fuel.burn();";
  private static final JavaParser PARSER =
      new JavaParser(
          new ParserConfiguration().setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17));

  private final String source;
  private final Types types;
  private final List<Integer> lines = new ArrayList<>();
  private final Map<String, Mutant> mutants = new LinkedHashMap<>();

  Answer(String source, Types types) {
    this.source = source;
    this.types = types;
    lines.add(0);
    for (int i = 0; i < source.length(); i++) {
      if (source.charAt(i) == '\n') {
        lines.add(i + 1);
      }
    }
  }

  /** The answer as a class, with what ends its loops. */
  static String whole(String answer) {
    CompilationUnit unit = parse("class Answer {\n" + answer + "\n}");
    unit.findAll(MethodDeclaration.class)
        .forEach(method -> method.getBody().ifPresent(Answer::burn));
    unit.findAll(ForStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    unit.findAll(ForEachStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    unit.findAll(WhileStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    unit.findAll(DoStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    return unit.toString();
  }

  static CompilationUnit parse(String source) {
    return PARSER
        .parse(source)
        .getResult()
        .orElseThrow(
            () -> new IllegalArgumentException("an answer must be Java, answer=" + source));
  }

  private static void burn(BlockStmt body) {
    body.addStatement(0, PARSER.parseStatement(FUEL).getResult().orElseThrow());
  }

  private static BlockStmt burning(Statement body) {
    if (body instanceof BlockStmt block) {
      burn(block);
      return block;
    }
    BlockStmt block = new BlockStmt().addStatement(body.clone());
    burn(block);
    return block;
  }

  List<Mutant> mutants() {
    return List.copyOf(mutants.values());
  }

  /** Notes the answer with another text in the place of a node. */
  void change(Node node, String replacement) {
    String change =
        (text(node) + " → " + replacement)
            .replaceAll("\\s+", " ")
            .replace(FUEL + " ", "")
            .replace(MUTANTS, "");
    String key = change;
    for (int i = 2; mutants.containsKey(key); i++) {
      key = change + " #" + i;
    }
    mutants.put(
        key,
        new Mutant(
            key, source.substring(0, from(node)) + replacement + source.substring(to(node))));
  }

  /** A node as it stands in the source. */
  String text(Node node) {
    return source.substring(from(node), to(node));
  }

  /** The type of an expression, in full; see {@link Types#at}. */
  String type(Node node) {
    return types.at(from(node), to(node));
  }

  private int from(Node node) {
    var begin = node.getRange().orElseThrow().begin;
    return lines.get(begin.line - 1) + begin.column - 1;
  }

  private int to(Node node) {
    var end = node.getRange().orElseThrow().end;
    return lines.get(end.line - 1) + end.column;
  }
}
