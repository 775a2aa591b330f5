package example;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command line. Fails with an {@link IllegalArgumentException} that says what is wrong. */
record Options(String address, int port, URI echo, Duration timeout) {

  static Options of(String... arguments) {
    Map<String, String> values =
        new LinkedHashMap<>(
            Map.of(
                "address", "127.0.0.1",
                "port", "8091",
                "echo", "http://127.0.0.1:8081",
                "timeout-ms", "5000"));
    for (String argument : arguments) {
      Matcher option = Pattern.compile("--([a-z-]+)=(.+)").matcher(argument);
      if (!option.matches() || values.replace(option.group(1), option.group(2)) == null) {
        throw new IllegalArgumentException(
            "invalid option '"
                + argument
                + "': expected --address=127.0.0.1 --port=8091 --echo=http://127.0.0.1:8081"
                + " --timeout-ms=5000");
      }
    }
    return new Options(
        values.get("address"),
        number(values, "port", 65_535),
        address(values.get("echo")),
        Duration.ofMillis(number(values, "timeout-ms", 999_999)));
  }

  private static URI address(String url) {
    if (!url.matches("http://[^/?#\\s]+/?")) {
      throw new IllegalArgumentException(
          "invalid --echo '" + url + "': expected an address such as http://127.0.0.1:8081");
    }
    return URI.create(url);
  }

  private static int number(Map<String, String> values, String name, int most) {
    String value = values.get(name);
    if (!value.matches("[1-9]\\d{0,5}") || Integer.parseInt(value) > most) {
      throw new IllegalArgumentException(
          "invalid --" + name + " '" + value + "': expected a number from 1 to " + most);
    }
    return Integer.parseInt(value);
  }
}
