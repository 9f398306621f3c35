package tidemark.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.Instruction;
import org.teavm.model.MethodHolder;
import org.teavm.model.MethodReference;
import org.teavm.model.ValueType;
import org.teavm.model.Variable;
import org.teavm.model.instructions.AssignInstruction;
import org.teavm.model.instructions.ConstructInstruction;
import org.teavm.model.instructions.InvocationType;
import org.teavm.model.instructions.InvokeInstruction;
import org.teavm.vm.spi.TeaVMHost;
import org.teavm.vm.spi.TeaVMPlugin;

/**
 * Part of the compiler, not of what it makes: each call to a method that TeaVM's own library lacks,
 * or has at a price ({@code formatted} brings the formats of all languages), becomes a call to the
 * static one of that name in {@link Supplied}. The object that it was called on is then the first
 * argument.
 */
public final class SuppliedMethods implements TeaVMPlugin, ClassHolderTransformer {
  private static final Set<String> SUPPLIED =
      Set.of(
          "java.lang.Math.multiplyHigh",
          "java.lang.Runtime.maxMemory",
          "java.lang.String.formatted",
          "java.util.Arrays.compareUnsigned",
          "java.util.UUID.getLeastSignificantBits",
          "java.util.UUID.getMostSignificantBits",
          "java.util.regex.Pattern.splitAsStream");

  @Override
  public void install(TeaVMHost host) {
    host.add(this);
  }

  @Override
  public void transformClass(ClassHolder holder, ClassHolderTransformerContext context) {
    for (MethodHolder method : holder.getMethods()) {
      if (method.getProgram() != null) {
        for (BasicBlock block : method.getProgram().getBasicBlocks()) {
          for (Instruction instruction : block) {
            if (instruction instanceof InvokeInstruction call) {
              supply(call);
              supplyConstructor(call);
            }
          }
        }
      }
    }
  }

  private static void supply(InvokeInstruction call) {
    MethodReference wanted = call.getMethod();
    if (!SUPPLIED.contains(wanted.getClassName() + "." + wanted.getName())) {
      return;
    }
    List<ValueType> signature = new ArrayList<>(List.of(wanted.getSignature()));
    List<Variable> arguments = new ArrayList<>(call.getArguments());
    if (call.getInstance() != null) {
      signature.add(0, ValueType.object(wanted.getClassName()));
      arguments.add(0, call.getInstance());
      call.setInstance(null);
    }
    call.setType(InvocationType.SPECIAL);
    call.setMethod(
        new MethodReference(
            Supplied.class.getName(), wanted.getName(), signature.toArray(ValueType[]::new)));
    call.setArguments(arguments.toArray(Variable[]::new));
  }

  /**
   * {@code new UUID(high, low)} becomes a call of {@link Supplied#uuid}. The variables that stood
   * for the object that was being made stand for its result.
   */
  private static void supplyConstructor(InvokeInstruction call) {
    MethodReference wanted = call.getMethod();
    boolean isUuid = wanted.getClassName().equals("java.util.UUID");
    if (!isUuid || !wanted.getName().equals("<init>") || wanted.parameterCount() != 2) {
      return;
    }
    Variable made = call.getInstance();
    List<Variable> copies = new ArrayList<>();
    for (Instruction before = call.getPrevious(); before != null; ) {
      Instruction next = before.getPrevious();
      if (before instanceof AssignInstruction copy && copy.getReceiver() == made) {
        copies.add(made);
        made = copy.getAssignee();
        before.delete();
      } else if (before instanceof ConstructInstruction making && making.getReceiver() == made) {
        before.delete();
        break;
      }
      before = next;
    }
    call.setInstance(null);
    call.setReceiver(made);
    call.setMethod(
        new MethodReference(
            Supplied.class.getName(),
            "uuid",
            ValueType.LONG,
            ValueType.LONG,
            ValueType.object("java.util.UUID")));
    for (Variable copy : copies) {
      AssignInstruction assign = new AssignInstruction();
      assign.setAssignee(made);
      assign.setReceiver(copy);
      assign.setLocation(call.getLocation());
      call.insertNext(assign);
    }
  }
}
