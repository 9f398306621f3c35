package tidemark.mutants;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.List;

/**
 * Rewrites an answer in one place at a time: operators, constants, conditions, statements, results,
 * and what the probes of a check are blind to if they hold small and friendly values only: narrower
 * numbers, identity for equality, no negative numbers, 0 for null.
 *
 * <p>A mutant that does not compile is none.
 */
@SuppressWarnings(
    "ReferenceEquality") // A node of the tree is that one, not another that reads the same.
final class Mutator {
  private final Answer answer;
  private final ExpressionMutator expressions;
  private final NumberMutator numbers;

  private Mutator(Answer answer, NumberMutator numbers) {
    this.answer = answer;
    this.expressions = new ExpressionMutator(answer);
    this.numbers = numbers;
  }

  /**
   * All mutants of what {@link Answer#whole} gave.
   *
   * @param signed whether its {@code long} numbers may be negative; offsets never are
   * @param types of what stands in it
   */
  static List<Answer.Mutant> mutants(String whole, boolean signed, Types types) {
    Answer answer = new Answer(whole, types);
    CompilationUnit unit = Answer.parse(whole);
    unit.walk(new Mutator(answer, new NumberMutator(answer, signed))::visit);
    return answer.mutants();
  }

  private void visit(Node node) {
    if (node.getRange().isEmpty() || answer.text(node).equals(Answer.FUEL)) {
      return; // Types that are left out have no range.
    }
    if (node instanceof Statement statement) {
      statement(statement);
    } else if (node instanceof Expression expression
        && !answer.text(node).startsWith(Answer.MUTANTS)) {
      condition(expression);
      expressions.mutate(expression);
      numbers.mutate(expression);
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
      answer.change(statement, ";");
    }
    if (statement instanceof IfStmt branch && branch.getElseStmt().isPresent()) {
      answer.change(branch, answer.text(branch.getThenStmt()));
    }
    if (statement instanceof ReturnStmt result) {
      result
          .getExpression()
          .ifPresent(
              value -> {
                answer.change(value, "0");
                answer.change(value, "null");
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
      answer.change(expression, "!(" + answer.text(expression) + ")");
      answer.change(expression, "true");
      answer.change(expression, "false");
    }
  }
}
