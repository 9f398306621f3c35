package tidemark.mutants;

import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Changes an expression's operator, constant, method or collection. */
final class ExpressionMutator {
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

  private static final String IDENTITY = Answer.MUTANTS + "Identity.";
  private static final Pattern MAP = Pattern.compile("^java\\.util\\.[A-Za-z]*Map<");
  private static final Pattern NUMBERS = Pattern.compile(",java\\.lang\\.(Integer|Long)>$");

  private final Answer answer;

  ExpressionMutator(Answer answer) {
    this.answer = answer;
  }

  void mutate(Expression expression) {
    if (expression instanceof BinaryExpr two) {
      binary(two);
    } else if (expression instanceof IntegerLiteralExpr || expression instanceof LongLiteralExpr) {
      String literal = answer.text(expression);
      answer.change(expression, "(" + literal + " + 1)");
      answer.change(expression, "(" + literal + " - 1)");
    } else if (expression instanceof UnaryExpr one) {
      unary(one);
    } else if (expression instanceof AssignExpr assigned) {
      String op = assigned.getOperator().asString();
      Map<String, String> other = Map.of("+=", "-=", "-=", "+=", "*=", "/=");
      if (other.containsKey(op)) {
        answer.change(
            assigned,
            answer.text(assigned.getTarget()) + other.get(op) + answer.text(assigned.getValue()));
      }
    } else if (expression instanceof FieldAccessExpr field
        && answer.text(field).matches("Long\\.M(IN|AX)_VALUE")) {
      answer.change(field, answer.text(field).replace("Long", "Integer"));
      answer.change(field, "0");
    } else if (expression instanceof MethodCallExpr call) {
      call(call);
    } else if (expression instanceof ObjectCreationExpr creation) {
      creation(creation);
    }
  }

  private void binary(BinaryExpr two) {
    String left = answer.text(two.getLeft());
    String right = answer.text(two.getRight());
    String operator = two.getOperator().asString();
    for (String other : OPERATORS.getOrDefault(operator, List.of())) {
      answer.change(two, left + " " + other + " " + right);
    }
    if (List.of("==", "!=").contains(operator)
        && isNumber(two.getLeft())
        && isNumber(two.getRight())) {
      answer.change(two, "(Object) (" + left + ") " + operator + " (Object) (" + right + ")");
    }
  }

  private boolean isNumber(Expression expression) {
    return List.of("int", "long", "java.lang.Integer", "java.lang.Long")
        .contains(answer.type(expression));
  }

  private void unary(UnaryExpr one) {
    String operand = answer.text(one.getExpression());
    switch (one.getOperator()) {
      case POSTFIX_INCREMENT -> answer.change(one, operand + "--");
      case POSTFIX_DECREMENT -> answer.change(one, operand + "++");
      case PREFIX_INCREMENT -> answer.change(one, "--" + operand);
      case PREFIX_DECREMENT -> answer.change(one, "++" + operand);
      case LOGICAL_COMPLEMENT, MINUS -> answer.change(one, operand);
      default -> {}
    }
  }

  private void call(MethodCallExpr call) {
    String name = call.getNameAsString();
    Optional<Expression> scope = call.getScope();
    String on = scope.map(answer::text).orElse("");
    String arguments = String.join(", ", call.getArguments().stream().map(answer::text).toList());
    if (scope.isPresent() && METHODS.containsKey(name)) {
      answer.change(call, on + "." + METHODS.get(name) + "(" + arguments + ")");
    }
    if (name.equals("floorMod")) {
      answer.change(
          call,
          "(" + answer.text(call.getArgument(0)) + " % " + answer.text(call.getArgument(1)) + ")");
    }
    if (name.equals("floorDiv")) {
      answer.change(
          call,
          "(" + answer.text(call.getArgument(0)) + " / " + answer.text(call.getArgument(1)) + ")");
    }
    if (name.equals("equals") && call.getArguments().size() == 1 && scope.isPresent()) {
      answer.change(call, "((Object) " + on + " == (Object) " + arguments + ")");
    }
    if (name.equals("equals") && call.getArguments().size() == 2) {
      String[] both = {answer.text(call.getArgument(0)), answer.text(call.getArgument(1))};
      answer.change(call, "((Object) " + both[0] + " == (Object) " + both[1] + ")");
    }
    scope.ifPresent(collection -> lookUp(call, collection, arguments));
    for (String step : List.of("filter", "sorted", "skip", "dropWhile", "takeWhile")) {
      if (name.equals(step) && scope.isPresent()) {
        answer.change(call, on);
      }
    }
  }

  /** Looks up by identity, or takes 0 for no entry. */
  private void lookUp(MethodCallExpr call, Expression collection, String arguments) {
    String name = call.getNameAsString();
    String on = answer.text(collection);
    String type = answer.type(collection);
    if (name.equals("contains")) {
      answer.change(call, IDENTITY + "contains(" + on + ", " + arguments + ")");
    } else if (name.equals("distinct")) {
      answer.change(call, on);
      answer.change(call, on + ".filter(" + IDENTITY + "set()::add)");
    } else if (on.equals("Collectors")) {
      collected(call, arguments);
    } else if (MAP.matcher(type).find()
        && List.of("get", "getOrDefault", "containsKey").contains(name)) {
      answer.change(call, IDENTITY + "map(" + on + ")." + name + "(" + arguments + ")");
      if (name.equals("containsKey") && NUMBERS.matcher(type).find()) {
        answer.change(
            call,
            "(" + Answer.MUTANTS + "Narrow.zeroIsNone(" + on + ".get(" + arguments + ")) != null)");
      }
    }
  }

  private void collected(MethodCallExpr call, String arguments) {
    int given = call.getArguments().size();
    String map = ", tidemark.mutants.Identity::map";
    switch (call.getNameAsString()) {
      case "toSet" ->
          answer.change(call, "Collectors.toCollection(tidemark.mutants.Identity::set)");
      case "toMap" ->
          answer.change(
              call,
              "Collectors.toMap("
                  + arguments
                  + (given == 2 ? ", (one, two) -> { throw new IllegalStateException(); }" : "")
                  + map
                  + ")");
      case "groupingBy" -> {
        String by = answer.text(call.getArgument(0));
        String into = given == 1 ? "Collectors.toList()" : answer.text(call.getArgument(given - 1));
        answer.change(call, "Collectors.groupingBy(" + by + map + ", " + into + ")");
      }
      default -> {}
    }
  }

  private void creation(ObjectCreationExpr creation) {
    String type = creation.getType().getNameAsString();
    String arguments =
        String.join(", ", creation.getArguments().stream().map(answer::text).toList());
    if (type.endsWith("Map")) {
      answer.change(creation, IDENTITY + "map(" + arguments + ")");
    } else if (type.endsWith("Set")) {
      answer.change(creation, IDENTITY + "set(" + arguments + ")");
    }
    if (creation.getArguments().size() == 1 && (type.endsWith("Map") || type.endsWith("List"))) {
      answer.change(creation, "new " + type + "<>()");
    }
  }
}
