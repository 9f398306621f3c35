package tidemark.mutants;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rewrites an answer in one place at a time: operators, constants, conditions, statements, results,
 * and what the probes of a check are blind to if they hold small and friendly values only: narrower
 * numbers, identity for equality, no negative numbers, 0 for null.
 *
 * <p>It does not know types. A mutant that does not compile is none.
 */
@SuppressWarnings(
    "ReferenceEquality") // A node of the tree is that one, not another that reads the same.
final class Mutator {
  /**
   * One answer with one change.
   *
   * @param change before and after, as text; {@code #2} follows where the same change is made at a
   *     second place
   */
  record Mutant(String change, String source) {}

  private static final String FUEL = "tidemark.mutants.Fuel.burn();";
  private static final JavaParser PARSER =
      new JavaParser(
          new ParserConfiguration().setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17));

  private static final Map<String, List<String>> OPERATORS =
      Map.ofEntries(
          Map.entry("<", List.of("<=", ">")),
          Map.entry("<=", List.of("<", ">")),
          Map.entry(">", List.of(">=", "<")),
          Map.entry(">=", List.of(">", "<")),
          Map.entry("==", List.of("!=")),
          Map.entry("!=", List.of("==")),
          Map.entry("&&", List.of("||")),
          Map.entry("||", List.of("&&")),
          Map.entry("+", List.of("-")),
          Map.entry("-", List.of("+")),
          Map.entry("*", List.of("/")),
          Map.entry("/", List.of("*")),
          Map.entry("%", List.of("*")),
          Map.entry("<<", List.of(">>")));

  private static final Map<String, String> METHODS =
      Map.of(
          "min",
          "max",
          "max",
          "min",
          "first",
          "last",
          "last",
          "first",
          "dropWhile",
          "takeWhile",
          "takeWhile",
          "dropWhile",
          "anyMatch",
          "noneMatch");

  private final String source;
  private final boolean signed;
  private final List<Integer> lines = new ArrayList<>();
  private final Map<String, Mutant> mutants = new LinkedHashMap<>();

  private Mutator(String source, boolean signed) {
    this.source = source;
    this.signed = signed;
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
        .forEach(method -> method.getBody().ifPresent(Mutator::burn));
    unit.findAll(ForStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    unit.findAll(ForEachStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    unit.findAll(WhileStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    unit.findAll(DoStmt.class).forEach(loop -> loop.setBody(burning(loop.getBody())));
    return unit.toString();
  }

  /**
   * All mutants of what {@link #whole} gave.
   *
   * @param signed whether its numbers may be negative; offsets never are
   */
  static List<Mutant> mutants(String whole, boolean signed) {
    Mutator mutator = new Mutator(whole, signed);
    parse(whole).walk(mutator::visit);
    return List.copyOf(mutator.mutants.values());
  }

  private static CompilationUnit parse(String source) {
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
    BlockStmt block = body instanceof BlockStmt already ? already : new BlockStmt();
    if (block != body) {
      block.addStatement(body.clone());
    }
    burn(block);
    return block;
  }

  private void visit(Node node) {
    if (node.getRange().isEmpty() || text(node).equals(FUEL)) { // Types that are left out.
      return;
    }
    if (node instanceof Statement statement) {
      statement(statement);
    } else if (node instanceof Expression expression
        && !text(node).startsWith("tidemark.mutants")) {
      condition(expression);
      expression(expression);
      if (isValue(expression)) {
        narrowed(expression);
      }
    }
  }

  private void statement(Statement statement) {
    boolean removable =
        statement instanceof ThrowStmt
            || statement instanceof BreakStmt
            || statement instanceof ContinueStmt
            || (statement instanceof ExpressionStmt simple
                && !simple.getExpression().isVariableDeclarationExpr());
    if (removable) {
      change(statement, ";");
    }
    if (statement instanceof IfStmt branch && branch.getElseStmt().isPresent()) {
      change(branch, text(branch.getThenStmt()));
    }
    if (statement instanceof ReturnStmt result) {
      result
          .getExpression()
          .ifPresent(
              value -> {
                change(value, "0");
                change(value, "null");
              });
    }
  }

  private void condition(Expression expression) {
    Node parent = expression.getParentNode().orElseThrow();
    boolean condition =
        parent instanceof IfStmt
            || (parent instanceof WhileStmt loop && loop.getCondition() == expression)
            || (parent instanceof ConditionalExpr choice && choice.getCondition() == expression)
            || (parent instanceof BinaryExpr logic
                && List.of("&&", "||").contains(logic.getOperator().asString()));
    if (condition) {
      change(expression, "!(" + text(expression) + ")");
      change(expression, "true");
      change(expression, "false");
    }
  }

  private void expression(Expression expression) {
    if (expression instanceof BinaryExpr two) {
      binary(two);
    } else if (expression instanceof IntegerLiteralExpr || expression instanceof LongLiteralExpr) {
      String literal = text(expression);
      change(expression, "(" + literal + " + 1)");
      change(expression, "(" + literal + " - 1)");
    } else if (expression instanceof UnaryExpr one) {
      unary(one);
    } else if (expression instanceof AssignExpr assigned) {
      String op = assigned.getOperator().asString();
      Map<String, String> other = Map.of("+=", "-=", "-=", "+=", "*=", "/=");
      if (other.containsKey(op)) {
        change(assigned, text(assigned.getTarget()) + other.get(op) + text(assigned.getValue()));
      }
    } else if (expression instanceof FieldAccessExpr field
        && text(field).matches("Long\\.M(IN|AX)_VALUE")) {
      change(field, text(field).replace("Long", "Integer"));
      change(field, "0");
    } else if (expression instanceof MethodCallExpr call) {
      call(call);
    } else if (expression instanceof ObjectCreationExpr creation) {
      creation(creation);
    }
  }

  private void binary(BinaryExpr two) {
    String left = text(two.getLeft());
    String right = text(two.getRight());
    String operator = two.getOperator().asString();
    for (String other : OPERATORS.getOrDefault(operator, List.of())) {
      change(two, left + " " + other + " " + right);
    }
    if (operator.equals("==") && right.equals("null")) {
      change(two, "(" + text(two) + " || " + left + " == 0)");
    }
    if (operator.equals("!=") && right.equals("null")) {
      change(two, "(" + text(two) + " && " + left + " != 0)");
    }
    if (operator.equals("==") && !right.equals("null")) {
      change(two, "(Object) (" + left + ") == (Object) (" + right + ")");
    }
  }

  private void unary(UnaryExpr one) {
    String operand = text(one.getExpression());
    switch (one.getOperator()) {
      case POSTFIX_INCREMENT -> change(one, operand + "--");
      case POSTFIX_DECREMENT -> change(one, operand + "++");
      case PREFIX_INCREMENT -> change(one, "--" + operand);
      case PREFIX_DECREMENT -> change(one, "++" + operand);
      case LOGICAL_COMPLEMENT, MINUS -> change(one, operand);
      default -> {}
    }
  }

  private void call(MethodCallExpr call) {
    String name = call.getNameAsString();
    Optional<Expression> scope = call.getScope();
    String on = scope.map(this::text).orElse("");
    String arguments = String.join(", ", call.getArguments().stream().map(this::text).toList());
    if (scope.isPresent() && METHODS.containsKey(name)) {
      change(call, on + "." + METHODS.get(name) + "(" + arguments + ")");
    }
    if (name.equals("floorMod")) {
      change(call, "(" + text(call.getArgument(0)) + " % " + text(call.getArgument(1)) + ")");
    }
    if (name.equals("floorDiv")) {
      change(call, "(" + text(call.getArgument(0)) + " / " + text(call.getArgument(1)) + ")");
    }
    if (name.equals("equals") && call.getArguments().size() == 1 && scope.isPresent()) {
      change(call, "((Object) " + on + " == (Object) " + arguments + ")");
    }
    if (name.equals("equals") && call.getArguments().size() == 2) {
      String[] both = {text(call.getArgument(0)), text(call.getArgument(1))};
      change(call, "((Object) " + both[0] + " == (Object) " + both[1] + ")");
    }
    if (name.equals("contains") && scope.isPresent()) {
      change(call, "tidemark.mutants.Identity.contains(" + on + ", " + arguments + ")");
    }
    for (String step : List.of("filter", "sorted", "distinct", "skip", "dropWhile", "takeWhile")) {
      if (name.equals(step) && scope.isPresent()) {
        change(call, on);
      }
    }
  }

  private void creation(ObjectCreationExpr creation) {
    String type = creation.getType().getNameAsString();
    String arguments = String.join(", ", creation.getArguments().stream().map(this::text).toList());
    if (type.endsWith("Map")) {
      change(creation, "tidemark.mutants.Identity.map(" + arguments + ")");
    } else if (type.endsWith("Set")) {
      change(creation, "tidemark.mutants.Identity.set(" + arguments + ")");
    }
    if (creation.getArguments().size() == 1 && (type.endsWith("Map") || type.endsWith("List"))) {
      change(creation, "new " + type + "<>()");
    }
  }

  /** Whether it may be a number that someone reads. */
  private boolean isValue(Expression expression) {
    Node parent = expression.getParentNode().orElseThrow();
    if (parent instanceof ExpressionStmt
        || parent instanceof EnclosedExpr
        || (parent instanceof AssignExpr assigned && assigned.getTarget() == expression)
        || (parent instanceof UnaryExpr one && !one.getOperator().equals(UnaryExpr.Operator.MINUS))
        || (parent instanceof ForStmt)
        || (parent instanceof MethodCallExpr call
            && call.getScope().filter(scope -> scope == expression).isPresent())
        || (parent instanceof LambdaExpr)
        || parent instanceof FieldAccessExpr) {
      return false;
    }
    return expression instanceof NameExpr
        || (expression instanceof MethodCallExpr call
            && !List.of("size", "length").contains(call.getNameAsString()))
        || (expression instanceof BinaryExpr two
            && List.of("+", "-", "*", "<<").contains(two.getOperator().asString()));
  }

  private void narrowed(Expression number) {
    String value = "(" + text(number) + ")";
    change(number, "(int) " + value);
    change(number, "(int) (long) " + value);
    change(number, "(long) (float) " + value);
    if (signed || text(number).endsWith(".value()")) {
      change(number, "Math.max(0, " + text(number) + ")");
    }
  }

  private void change(Node node, String replacement) {
    var range = node.getRange().orElseThrow();
    int from = lines.get(range.begin.line - 1) + range.begin.column - 1;
    int to = lines.get(range.end.line - 1) + range.end.column;
    String change =
        (text(node) + " → " + replacement).replaceAll("\\s+", " ").replace(FUEL + " ", "");
    String key = change;
    for (int i = 2; mutants.containsKey(key); i++) {
      key = change + " #" + i;
    }
    mutants.put(
        key, new Mutant(key, source.substring(0, from) + replacement + source.substring(to)));
  }

  private String text(Node node) {
    var range = node.getRange().orElseThrow();
    return source.substring(
        lines.get(range.begin.line - 1) + range.begin.column - 1,
        lines.get(range.end.line - 1) + range.end.column);
  }
}
