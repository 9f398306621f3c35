package tidemark.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.log.Bytes;

/** More wrong bytes for decoders of the JDK, and the same where a connection is lost meanwhile. */
final class WrongBytesTest {
  private interface Decode {
    void from(InputStream bytes) throws Exception;
  }

  private static void xml(InputStream bytes) throws Exception {
    var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    builder.setErrorHandler(null);
    builder.parse(bytes);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private static byte[] text(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] with(String head, String hexadecimal) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(text(head));
    all.writeBytes(hex(hexadecimal));
    return all.toByteArray();
  }

  /** Wrong bytes, and the decoder that refuses them. */
  private record Wrong(String name, Bytes bytes, Decode decode) {
    Wrong(String name, byte[] bytes, Decode decode) {
      this(name, Bytes.of(bytes), decode);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Wrong> wrong() {
    return Stream.of(
        new Wrong("XML_NO_UTF_8", with("<a>", "ff fe 3c"), WrongBytesTest::xml),
        new Wrong(
            "XML_NO_UTF_8_LATER", with("<a>" + "x".repeat(5000), "c3 28"), WrongBytesTest::xml),
        new Wrong("XML_LONE_SURROGATE", with("<a>", "ed a0 80"), WrongBytesTest::xml),
        new Wrong(
            "XML_NO_ASCII",
            with("<?xml version='1.0' encoding='US-ASCII'?><a>", "80"),
            WrongBytesTest::xml),
        new Wrong(
            "XML_UNKNOWN_ENCODING",
            text("<?xml version='1.0' encoding='no-such'?><a/>"),
            WrongBytesTest::xml),
        new Wrong("XML_CUT", text("<a><b>"), WrongBytesTest::xml),
        new Wrong(
            "UTF_8_STRICT",
            hex("7b 00 ff"),
            bytes -> UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.readAllBytes()))),
        new Wrong(
            "UTF_16_STRICT",
            hex("d8 00"),
            bytes ->
                StandardCharsets.UTF_16BE
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.readAllBytes()))),
        new Wrong("JAVA_UTF", hex("00 02 c3 28"), bytes -> new DataInputStream(bytes).readUTF()),
        new Wrong("JAVA_UTF_CUT", hex("00 09 41"), bytes -> new DataInputStream(bytes).readUTF()),
        new Wrong("LONG_CUT", hex("00 00 00"), bytes -> new DataInputStream(bytes).readLong()),
        new Wrong(
            "GZIP_HEAD",
            hex("00 01 02 03 04 05 06 07 08 09 0a"),
            bytes -> new GZIPInputStream(bytes)),
        new Wrong(
            "GZIP_CUT",
            hex("1f 8b 08 00 00 00 00 00 00 03 4b"),
            bytes -> new GZIPInputStream(bytes).readAllBytes()),
        new Wrong(
            "DEFLATE",
            hex("78 9c ff ff ff"),
            bytes -> new InflaterInputStream(bytes).readAllBytes()),
        new Wrong(
            "ZIP",
            hex(
                "50 4b 03 04 ff ff 01 00 63 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
                    + " 00 00 00"),
            bytes -> new ZipInputStream(bytes).getNextEntry()),
        new Wrong(
            "OBJECT", hex("ac ed 00 05 7f 00"), bytes -> new ObjectInputStream(bytes).readObject()),
        new Wrong(
            "OBJECT_HEAD", hex("00 00 00 00"), bytes -> new ObjectInputStream(bytes).readObject()),
        new Wrong("PROPERTIES", text("k=\\u12"), bytes -> new Properties().load(bytes)),
        new Wrong("PROPERTIES_XML", text("<no/>"), bytes -> new Properties().loadFromXML(bytes)),
        new Wrong(
            "PNG",
            hex(
                "89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52 ff ff ff ff 00 00 00 01 08 02 00"
                    + " 00 00"),
            ImageIO::read),
        new Wrong(
            "GIF",
            hex("47 49 46 38 39 61 01 00 01 00 80 00 00 ff ff ff 00 00 00 99"),
            ImageIO::read),
        new Wrong(
            "JPEG",
            hex("ff d8 ff e0 00 10 4a 46 49 46 00 01 01 00 00 01 00 01 00 00 ff c0"),
            ImageIO::read),
        new Wrong("BASE_64", text("&"), bytes -> Base64.getDecoder().decode(bytes.readAllBytes())),
        new Wrong(
            "NUMBER",
            text("x"),
            bytes -> Integer.parseInt(new String(bytes.readAllBytes(), UTF_8))));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void wrongBytesArePoisonWhicheverDecoderSaysSo(Wrong wrong) {
    Exception told =
        assertThrows(
            Exception.class,
            () -> wrong.decode.from(new ByteArrayInputStream(wrong.bytes.toByteArray())));
    assertFalse(Outages.byType(told), wrong + ": " + told + ", cause " + told.getCause());
    assertFalse(Outages.byType(new ExecutionException(told)), wrong + " wrapped");
    if (told instanceof IOException) {
      assertFalse(Outages.byType(new IOException("cannot read", told)), wrong + " wrapped");
    }
  }

  /** A connection that is lost after the bytes so far. */
  private static final class LostConnection extends ByteArrayInputStream {
    LostConnection(byte[] begin) {
      super(begin);
    }

    @Override
    public synchronized int read() {
      return available() > 0 ? super.read() : lost();
    }

    @Override
    public synchronized int read(byte[] target, int from, int length) {
      return available() > 0 ? super.read(target, from, length) : lost();
    }

    @Override
    public synchronized byte[] readAllBytes() {
      return new byte[lost()];
    }

    /** The signatures that are overridden let no IOException out. */
    private static int lost() {
      throw new UncheckedIOException(new SocketException("Connection reset"));
    }
  }

  static Stream<Wrong> halfRead() {
    Set<String> read =
        Set.of("XML_CUT", "JAVA_UTF_CUT", "LONG_CUT", "GZIP_CUT", "DEFLATE", "PNG", "GIF");
    return wrong().filter(each -> read.contains(each.name));
  }

  @ParameterizedTest
  @MethodSource("halfRead")
  void connectionThatIsLostWhileADecoderReadsIsAnOutage(Wrong wrong) {
    byte[] begin = Arrays.copyOf(wrong.bytes.toByteArray(), wrong.bytes.length() / 2);
    Exception told =
        assertThrows(Exception.class, () -> wrong.decode.from(new LostConnection(begin)));
    assertTrue(Outages.byType(told), wrong + ": " + told + ", cause " + told.getCause());
    assertTrue(Outages.byType(new ExecutionException(told)), wrong + " wrapped");
  }
}
