package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.SecretReference;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keyed hashes of secrets, by which two runs can be compared and from which no value follows.
 *
 * @param key names the key; hashes under different keys say nothing about each other
 * @param values by the text of the reference
 */
public record Fingerprints(String key, Map<String, String> values) {

  static Fingerprints of(FingerprintKey key, Map<SecretReference, String> secrets) {
    Map<String, String> hashes = new TreeMap<>();
    secrets.forEach((reference, value) -> hashes.put(reference.text(), key.hash(value)));
    return new Fingerprints(key.id(), hashes);
  }
}
