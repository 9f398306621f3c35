package tidemark.mutants;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.ThrowStmt;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes from a number what careless answers lose, wherever one is read: what an {@code int} or a
 * {@code float} cannot hold, the sign, and the difference between 0 and nothing.
 *
 * <p>An {@code int} in an answer is a value, or it is an index or a count: these are as narrow as
 * they need be.
 */
@SuppressWarnings(
    "ReferenceEquality") // A node of the tree is that one, not another that reads the same.
final class NumberMutator {
  private static final String HELPER = Answer.MUTANTS + "Narrow.";

  /** Types whose lambdas give no result. */
  private static final Pattern VOID =
      Pattern.compile("^java\\.(lang\\.Runnable|util\\.function\\.[A-Za-z]*Consumer)");

  private final Answer answer;
  private final boolean signed;

  NumberMutator(Answer answer, boolean signed) {
    this.answer = answer;
    this.signed = signed;
  }

  @SuppressWarnings("unchecked") // JavaParser takes classes as generic varargs.
  void mutate(Expression expression) {
    if (!isRead(expression) || expression.findAncestor(ThrowStmt.class).isPresent()) {
      return; // A message is not compared.
    }
    if (expression instanceof MethodReferenceExpr reference) {
      String call = "the." + reference.getIdentifier() + "()";
      narrowed(reference, "the -> ", call, call.endsWith("value()"));
    } else if (expression instanceof NameExpr
        || expression instanceof MethodCallExpr
        || expression instanceof ArrayAccessExpr
        || (expression instanceof FieldAccessExpr field
            && !field.getScope().toString().equals("Long"))
        || (expression instanceof BinaryExpr two && isArithmetic(two))) {
      String text = answer.text(expression);
      narrowed(expression, "", text, text.contains("value()"));
    }
  }

  private static boolean isArithmetic(BinaryExpr two) {
    return List.of("+", "-", "*", "/", "%", "<<", ">>").contains(two.getOperator().asString());
  }

  /** Whether someone may use the expression's value. */
  private boolean isRead(Expression expression) {
    Node parent = expression.getParentNode().orElseThrow();
    if (parent instanceof ExpressionStmt) {
      Node around = parent.getParentNode().orElseThrow();
      return around instanceof LambdaExpr lambda
          ? !VOID.matcher(answer.type(lambda)).find()
          : around instanceof SwitchEntry
              && around.getParentNode().filter(SwitchExpr.class::isInstance).isPresent();
    }
    return !(parent instanceof AssignExpr assigned && assigned.getTarget() == expression)
        && !(parent instanceof UnaryExpr one
            && !one.getOperator().equals(UnaryExpr.Operator.MINUS));
  }

  /** Then all that counts is whether it is one. */
  private static boolean isComparedWithNull(Expression expression) {
    return expression.getParentNode().orElseThrow() instanceof BinaryExpr two
        && (two.getLeft().isNullLiteralExpr() || two.getRight().isNullLiteralExpr());
  }

  private void narrowed(Expression place, String before, String number, boolean isValue) {
    String type = answer.type(place);
    switch (type) {
      case "long" -> {
        answer.change(place, before + "(long) (int) (" + number + ")");
        answer.change(place, before + "(long) (float) (" + number + ")");
      }
      case "int" -> {
        if (isValue) {
          answer.change(place, before + "(int) (float) (" + number + ")");
        }
      }
      case "java.lang.Long", "java.lang.Integer" -> {
        answer.change(place, before + HELPER + "zeroIsNone(" + number + ")");
        if (isComparedWithNull(place)) {
          return;
        }
        if (type.endsWith("Long")) {
          answer.change(place, before + HELPER + "toInt(" + number + ")");
        }
        answer.change(place, before + HELPER + "toFloat(" + number + ")");
      }
      default -> {
        return;
      }
    }
    boolean mayBeNegative = type.endsWith("ong") ? signed : isValue;
    if (mayBeNegative) {
      String helper = type.startsWith("java") ? HELPER + "notNegative(" : "Math.max(0, ";
      answer.change(place, before + helper + number + ")");
    }
  }
}
