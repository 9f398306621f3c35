package tidemark.deadletter.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;

final class ShownBytesTest {
  @Test
  void nullAndBytesThatDifferAreNeverShownAlike() {
    List<String> texts =
        List.of("null", "∅", "", "a·b", "a\u200Bb", "a\u2028b", "a\u001Bb", "0x", "0x612862");
    List<String> shown =
        texts.stream()
            .map(text -> DeadLetterCommand.text(Bytes.text(text)))
            .collect(Collectors.toList());
    shown.add(DeadLetterCommand.text(null));
    assertEquals("∅", shown.get(texts.size()));
    assertEquals("a·b", shown.get(3));
    assertEquals("0x61e2808b62", shown.get(4));
    assertEquals(shown.size(), shown.stream().distinct().count(), "" + shown);
  }
}
