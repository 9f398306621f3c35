package tidemark.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Method;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.comm.Comm;
import org.dflib.jjava.jupyter.kernel.comm.CommManager;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.comm.CommCloseCommand;
import org.dflib.jjava.jupyter.messages.comm.CommMsgCommand;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the verdicts since the runner's last question, and tells them to the runner, signed with
 * its key. Points are counted from here, because a cell can show a verdict that no check made.
 *
 * <p>The runner opens a comm with the target {@value #TARGET} before any cell and gives a key of 32
 * bytes in hex; only the first key counts. After a check's cell it asks, with a nonce. The answer
 * holds the last verdict on each exercise as {@code id=state id=state}, in the order in which the
 * exercises were first checked; the facts that a grader reports, one line per exercise; and the
 * HMAC-SHA256 of nonce, line feed, verdicts, line feed and facts. A line of facts is written like a
 * URL's query: {@code exercise=id&sentence=…&name=…}, values encoded as in a URL. All of it travels
 * in the messages' metadata. A cell that replaces the target or asks for itself changes no verdict,
 * and loses only its own points.
 *
 * <p>The key itself is not kept. Code that reaches private fields by reflection can still forge an
 * answer.
 */
public final class Ledger implements Extension {
  static final String TARGET = "tidemark-ledger";

  /** A fact longer than this, in characters, is cut: a learner's value may be of any size. */
  private static final int LONGEST_FACT = 2000;

  /** At most this many facts of one name are told for each verdict. */
  private static final int MOST_FACTS = 40;

  private static final Map<String, Verdict> SINCE_LAST_QUESTION = new LinkedHashMap<>();
  private static @Nullable Mac mac;
  private static boolean installed;

  /** For {@link java.util.ServiceLoader}. */
  public Ledger() {}

  @Override
  public void install(BaseKernel kernel) {
    synchronized (SINCE_LAST_QUESTION) {
      if (installed) {
        return;
      }
      installed = true;
    }
    Variant.here(); // before a cell can change the file that says it
    kernel
        .getCommManager()
        .registerTarget(
            TARGET,
            (manager, id, target, message) -> {
              takeKey(message.getNonNullMetadata().get("key"));
              return new Asked(manager, id, target);
            });
  }

  static void record(Verdict verdict) {
    synchronized (SINCE_LAST_QUESTION) {
      SINCE_LAST_QUESTION.put(verdict.id(), verdict);
    }
  }

  private static void takeKey(@Nullable Object hex) {
    synchronized (SINCE_LAST_QUESTION) {
      if (mac == null && hex instanceof String key) {
        mac = keyed(HexFormat.of().parseHex(key));
      }
    }
  }

  static Mac keyed(byte[] key) {
    try {
      Mac made = Mac.getInstance("HmacSHA256");
      made.init(new SecretKeySpec(key, "HmacSHA256"));
      return made;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a JDK must have HmacSHA256; run ./course doctor", e);
    }
  }

  /** The answer to one question, which forgets the verdicts in it; empty before there is a key. */
  private static Map<String, Object> answer(String nonce) {
    synchronized (SINCE_LAST_QUESTION) {
      if (mac == null) {
        return Map.of();
      }
      String verdicts =
          SINCE_LAST_QUESTION.entrySet().stream()
              .map(each -> each.getKey() + "=" + each.getValue().state().id())
              .collect(Collectors.joining(" "));
      String facts =
          SINCE_LAST_QUESTION.values().stream()
              .map(Ledger::facts)
              .collect(Collectors.joining("\n"));
      SINCE_LAST_QUESTION.clear();
      String code =
          HexFormat.of()
              .formatHex(mac.doFinal((nonce + "\n" + verdicts + "\n" + facts).getBytes(UTF_8)));
      return Map.of("nonce", nonce, "verdicts", verdicts, "facts", facts, "mac", code);
    }
  }

  private static String facts(Verdict verdict) {
    StringBuilder query = new StringBuilder("exercise=" + verdict.id());
    append(query, "sentence", verdict.sentence());
    verdict
        .report()
        .facts()
        .forEach(
            (name, values) ->
                values.stream().limit(MOST_FACTS).forEach(value -> append(query, name, value)));
    return query.toString();
  }

  private static void append(StringBuilder query, String name, String value) {
    String kept = value.length() <= LONGEST_FACT ? value : value.substring(0, LONGEST_FACT) + "…";
    query.append('&').append(name).append('=').append(URLEncoder.encode(kept, UTF_8));
  }

  private static final class Asked extends Comm {
    private final CommManager manager;

    Asked(CommManager manager, String id, String target) {
      super(manager, id, target);
      this.manager = manager;
    }

    @Override
    protected void onMessage(Message<CommMsgCommand> message) {
      if (message.getNonNullMetadata().get("nonce") instanceof String nonce) {
        reply(answer(nonce));
      }
    }

    /**
     * Sends the answer. By reflection, because the kernel's JSON classes have other names than the
     * ones that this is compiled against.
     */
    private void reply(Map<String, Object> metadata) {
      try {
        for (Method method : CommManager.class.getMethods()) {
          if (method.getName().equals("messageComm") && method.getParameterCount() == 4) {
            Object nothing = method.getParameterTypes()[1].getConstructor().newInstance();
            method.invoke(manager, getID(), nothing, metadata, List.of());
          }
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(
            "the kernel must have comms that answer; run ./course doctor", e);
      }
    }

    @Override
    protected void onClose(Message<CommCloseCommand> message, boolean sending) {
      // Nothing is kept for a comm.
    }
  }
}
