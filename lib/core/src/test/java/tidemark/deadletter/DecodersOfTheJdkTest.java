package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.jar.Manifest;
import java.util.zip.GZIPInputStream;
import javax.imageio.ImageIO;
import javax.net.ssl.SSLHandshakeException;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.xml.sax.helpers.DefaultHandler;

/** The bytes of one record stop no consumer, whichever of the JDK's decoders reads them. */
final class DecodersOfTheJdkTest {
  private static InputStream bytes(int... bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int each : bytes) {
      out.write(each);
    }
    return new ByteArrayInputStream(out.toByteArray());
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Map<String, Executable> decoders() {
    String png = "\u0089PNG\r\n\u001A\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\b\2\0\0\0\0\0\0\0";
    Map<String, Executable> decoders = new LinkedHashMap<>();
    decoders.put(
        "XML that is not UTF-8",
        () -> {
          DocumentBuilder xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();
          xml.setErrorHandler(new DefaultHandler()); // the other one prints
          xml.parse(bytes('<', 'a', '>', 0xFF, '<', '/', 'a', '>'));
        });
    decoders.put("properties", () -> new Properties().loadFromXML(bytes('<', 0xFF)));
    decoders.put("manifest", () -> new Manifest(text("x y\n")));
    decoders.put("header of a manifest", () -> new Manifest(text("Manifest-Version: 1\n\nx\n")));
    decoders.put("picture", () -> ImageIO.read(text(png)));
    decoders.put("gzip", () -> new GZIPInputStream(bytes(0x1F, 0x8B, 9, 0, 0)).readAllBytes());
    decoders.put("Base64", () -> Base64.getDecoder().wrap(text("A")).readAllBytes());
    decoders.put("Base64 with a wrong sign", () -> Base64.getDecoder().wrap(text("A$==")).read());
    decoders.put(
        "certificate",
        () -> CertificateFactory.getInstance("X.509").generateCertificate(bytes(0x30, 1, 1)));
    decoders.put(
        "long certificate",
        () ->
            CertificateFactory.getInstance("X.509")
                .generateCertificate(bytes(0x30, 3, 0x30, 1, 0)));
    decoders.put("keys", () -> KeyStore.getInstance("PKCS12").load(bytes(1, 2, 3), null));
    return decoders;
  }

  @Test
  void bytesThatADecoderOfTheJdkRefusesAreNoOutage() {
    decoders()
        .forEach(
            (what, decoder) -> {
              Exception failure = assertThrows(Exception.class, decoder, what);
              assertFalse(Outages.byType(failure), what + ": " + failure);
              assertFalse(Outages.byType(new RuntimeException(failure)), what + ": " + failure);
            });
  }

  @Test
  void whatCannotBeReadIsAnOutageThoughADecoderReadsIt() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the connection is lost");
          }

          @Override
          public int read(byte[] target, int from, int length) throws IOException {
            return read();
          }
        };
    Map<String, Executable> readers = new LinkedHashMap<>();
    readers.put("manifest", () -> new Manifest(broken));
    readers.put("Base64", () -> Base64.getDecoder().wrap(broken).read());
    readers.put("gzip", () -> new GZIPInputStream(broken).read());
    readers.put("properties", () -> new Properties().loadFromXML(broken));
    readers.put(
        "certificate", () -> CertificateFactory.getInstance("X.509").generateCertificate(broken));
    readers.put("file", () -> new FileInputStream("no such file").close());
    readers.forEach(
        (what, reader) -> {
          Exception failure = assertThrows(Exception.class, reader, what);
          assertTrue(Outages.byType(failure), what + ": " + failure);
        });
  }

  @Test
  void handshakeThatFailsForTheOtherSidesCertificateIsAnOutage() {
    Exception expired = new SSLHandshakeException("no valid certificate");
    expired.initCause(new CertificateException("it has expired"));
    assertTrue(Outages.byType(expired));
  }

  @Test
  void connectionThatIsLostInABatchIsFoundBehindItsFailure() {
    for (String state : new String[] {"08006", "57P01", "40001"}) {
      BatchUpdateException batch = new BatchUpdateException("batch entry 3", "22003", new int[3]);
      batch.setNextException(new SQLException("duplicate key", "23505"));
      batch.setNextException(new SQLException("it is over", state));
      assertTrue(Outages.byType(batch), state);
      assertTrue(Outages.byType(new RuntimeException(batch)), state);
    }
    BatchUpdateException poison = new BatchUpdateException("batch entry 3", "22003", new int[3]);
    poison.setNextException(new SQLException("duplicate key", "23505"));
    assertFalse(Outages.byType(poison));
  }

  /** A driver's failure whose next one is itself, or cannot be had. */
  private static final class Foreign extends SQLException {
    private static final long serialVersionUID = 1;
    private final boolean breaks;

    Foreign(boolean breaks) {
      this.breaks = breaks;
    }

    @Override
    public SQLException getNextException() {
      if (breaks) {
        throw new IllegalStateException("no");
      }
      return this;
    }
  }

  @Test
  void batchWhoseNextFailureMisbehavesIsJudgedByWhatIsKnown() {
    assertFalse(Outages.byType(new Foreign(true)));
    assertFalse(Outages.byType(new Foreign(false)));
    assertEquals(true, Outages.byType(new IOException(new Foreign(true))));
  }
}
