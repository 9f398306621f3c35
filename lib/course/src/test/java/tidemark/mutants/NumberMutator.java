package tidemark.mutants;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Narrows a number: to what an {@code int} or a {@code float} holds, or to what is not negative. An
 * {@code int} is narrow already: those that answers declare are indexes and counts.
 */
@SuppressWarnings(
    "ReferenceEquality") // A node of the tree is that one, not another that reads the same.
final class NumberMutator {
  private final Answer answer;
  private final boolean signed;
  private final Set<String> ints = new HashSet<>();

  NumberMutator(Answer answer, boolean signed, CompilationUnit unit) {
    this.answer = answer;
    this.signed = signed;
    unit.findAll(VariableDeclarator.class).stream()
        .filter(each -> each.getTypeAsString().equals("int"))
        .forEach(each -> ints.add(each.getNameAsString()));
    unit.findAll(Parameter.class).stream()
        .filter(each -> each.getTypeAsString().equals("int"))
        .forEach(each -> ints.add(each.getNameAsString()));
  }

  void mutate(Expression expression) {
    if (isValue(expression) && !isInt(expression)) {
      narrowed(expression);
    }
  }

  private boolean isInt(Expression expression) {
    return expression instanceof NameExpr name
        ? ints.contains(name.getNameAsString())
        : expression instanceof BinaryExpr two
            && isIntOrLiteral(two.getLeft())
            && isIntOrLiteral(two.getRight());
  }

  private boolean isIntOrLiteral(Expression expression) {
    return expression instanceof IntegerLiteralExpr
        || isInt(expression)
        || (expression instanceof MethodCallExpr call && call.getNameAsString().equals("size"));
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
    String value = "(" + answer.text(number) + ")";
    answer.change(number, "(int) " + value);
    answer.change(number, "(int) (long) " + value);
    answer.change(number, "(long) (float) " + value);
    if (signed || answer.text(number).endsWith(".value()")) {
      answer.change(number, "Math.max(0, " + answer.text(number) + ")");
    }
  }
}
