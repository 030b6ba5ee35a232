import type { SampleRequest } from './signed-request.ts'

/** A literal in ASCII, so that the compiler's encoding does not matter. */
const literal = (text: string) =>
  JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A class for Java 17 that signs and makes a call. Runs with `java Call.java`. */
export const javaSample = ({ method, origin, path, query, body }: SampleRequest): string => {
  const url = origin + path + (query === '' ? '' : `?${query}`)
  const type = body === '' ? '' : '\n        .header("Content-Type", "application/json")'
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import static java.nio.charset.StandardCharsets.UTF_8;

// Java 17+: java Call.java
public class Call {
  public static void main(String[] args) throws Exception {
    // ATRIUM_APP_KEY, ATRIUM_APP_SECRET
    String appKey = System.getenv("ATRIUM_APP_KEY"), secret = System.getenv("ATRIUM_APP_SECRET");
    String method = ${literal(method)};
    String path = ${literal(path)};
    String query = ${literal(query)}; // sorted by name
    byte[] body = ${literal(body)}.getBytes(UTF_8);

    String timestamp = String.valueOf(System.currentTimeMillis());
    String nonce = UUID.randomUUID().toString();
    String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    String text = String.join("\\n", method, path, query, bodyHash, timestamp, nonce);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    String sign = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));

    HttpRequest request = HttpRequest.newBuilder(URI.create(${literal(url)}))
        .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
        .header("X-App-Key", appKey)
        .header("X-Timestamp", timestamp)
        .header("X-Nonce", nonce)
        .header("X-Sign", sign)${type}
        .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString(UTF_8));
    System.out.println(response.statusCode() + " " + response.body());
  }
}
`
}
