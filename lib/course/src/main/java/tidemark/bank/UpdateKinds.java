package tidemark.bank;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.exercise.UpdateKind;

/** Exercise {@code 06-kinds-of-update}. */
final class UpdateKinds {
  /** {@code List<UpdateKind> kindsOfUpdate()}. */
  interface Kinds {
    List<UpdateKind> kindsOfUpdate() throws Exception;
  }

  private UpdateKinds() {}

  static Question question() {
    return new Question(
        "06-kinds-of-update",
        2,
        Kinds.class,
        List.of(price(), visit(), mail(), highest(), cancelling()),
        "Only a replacement makes the record before it superfluous. All others need the whole"
            + " history of their key, and a compacted log no longer has it.");
  }

  private static Part price() {
    return Part.of("\"Product 7 now costs 12.\"", UpdateKind.REPLACEMENT)
        .likely(
            UpdateKind.PATCH,
            "a price is one of many things about a product",
            "this log holds prices, and 12 is the whole price.")
        .likely(
            UpdateKind.INCREMENT,
            "a price goes up and down",
            "12 is the price itself, not the difference to the one before.")
        .likely(
            UpdateKind.MAX,
            "a later price is often a higher one",
            "a lower price next week counts just as well.")
        .likely(
            UpdateKind.INTENT,
            "somebody wanted another price",
            "nobody has to decide any more: it costs 12 now.");
  }

  private static Part visit() {
    return Part.of("\"One more visit to page 7.\"", UpdateKind.INCREMENT)
        .likely(
            UpdateKind.REPLACEMENT,
            "there is a new number of visits afterwards",
            "the record does not say that number: without the earlier ones nobody knows it.")
        .likely(
            UpdateKind.PATCH,
            "one thing about the page changes",
            "a patch says what the new value is, and this record does not.")
        .likely(
            UpdateKind.MAX,
            "the number of visits never goes down",
            "the record holds no number of visits that could be compared.")
        .likely(
            UpdateKind.INTENT,
            "a visit is something that somebody does",
            "it has taken place, and nobody can refuse it.");
  }

  private static Part mail() {
    return Part.of("\"Customer 7: e-mail is now x; the rest is as it was.\"", UpdateKind.PATCH)
        .likely(
            UpdateKind.REPLACEMENT,
            "the new e-mail takes the place of the old one",
            "\"the rest\" stands in earlier records only: they are still needed.")
        .likely(
            UpdateKind.INCREMENT,
            "something comes on top of what is known",
            "an e-mail is no amount that could be added up.")
        .likely(
            UpdateKind.MAX,
            "the latest e-mail counts",
            "latest is not greatest: nothing is compared here.")
        .likely(
            UpdateKind.INTENT, "the customer has asked for it", "it is done: the e-mail is x now.");
  }

  private static Part highest() {
    return Part.of("\"Sensor 7 read 31; keep the highest of the day.\"", UpdateKind.MAX)
        .likely(
            UpdateKind.REPLACEMENT,
            "31 is a whole reading, and the sensor has one value at a time",
            "a 29 that comes next must not take its place.")
        .likely(UpdateKind.INCREMENT, "readings are collected over a day", "they are not added up.")
        .likely(
            UpdateKind.PATCH,
            "it is one of many facts about the sensor",
            "it does not say what the value is now: that depends on the readings before.")
        .likely(
            UpdateKind.INTENT,
            "\"keep\" sounds like an order",
            "it says how to read the record. The reading is a fact, and nobody decides about it.");
  }

  private static Part cancelling() {
    return Part.of("\"Customer 7 asks to cancel order 9.\"", UpdateKind.INTENT)
        .likely(
            UpdateKind.REPLACEMENT,
            "the order seems to have a new state, cancelled",
            "it is not cancelled yet: somebody asks for it, and may be refused.")
        .likely(
            UpdateKind.PATCH,
            "one thing about the order seems to change",
            "nothing has changed yet: somebody asks for it, and may be refused.")
        .likely(
            UpdateKind.INCREMENT,
            "it is one more request",
            "nobody needs the number of requests: each of them must be answered.")
        .likely(
            UpdateKind.MAX,
            "the customer's last word counts",
            "nothing is compared: what becomes of it depends on the order.");
  }
}
