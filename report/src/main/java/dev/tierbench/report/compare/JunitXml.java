package dev.tierbench.report.compare;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.JunitCase.Outcome;
import dev.tierbench.report.folder.ReadProblems;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A comparison in the XML that CI servers read as the result of tests: a test case per row. Times
 * are absent, since nothing was run.
 */
public final class JunitXml {

  private static final String SUITE = "tierbench compare";

  private JunitXml() {}

  /** The document of a comparison. */
  public static String of(Comparison comparison) {
    Map<String, String> properties = properties(comparison.a(), comparison.b());
    properties.put("threshold", Numbers.percent(comparison.options().threshold()));
    comparison
        .differences()
        .forEach(difference ->
            properties.put(
                "differs: " + difference.what(), difference.a() + " | " + difference.b()));
    return document(
        properties,
        Stream.concat(
                comparison.rows().stream().map(JunitCase::of),
                comparison.missingCounterparts().stream().map(JunitCase::of))
            .toList());
  }

  /** The document of two sides that were not compared. */
  public static String refused(Side a, Side b, String why) {
    return document(properties(a, b), List.of(JunitCase.refused(why)));
  }

  private static Map<String, String> properties(Side a, Side b) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("A", a.text());
    properties.put("A.run", a.run().name());
    properties.put("A.host", a.run().host());
    properties.put("B", b.text());
    properties.put("B.run", b.run().name());
    properties.put("B.host", b.run().host());
    return properties;
  }

  private static String document(Map<String, String> properties, List<JunitCase> cases) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      start(xml, "testsuites");
      writeCounts(xml, cases);
      start(xml, "testsuite");
      attribute(xml, "name", SUITE);
      writeCounts(xml, cases);
      writeProperties(xml, properties);
      for (JunitCase each : cases) {
        write(xml, each);
      }
      end(xml);
      end(xml);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write XML into memory", e);
    }
    return text + "\n";
  }

  private static void writeCounts(XMLStreamWriter xml, List<JunitCase> cases)
      throws XMLStreamException {
    attribute(xml, "tests", "" + cases.size());
    attribute(xml, "failures", count(cases, Outcome.Failed.class));
    attribute(xml, "errors", count(cases, Outcome.NotComparable.class));
    attribute(xml, "skipped", count(cases, Outcome.Skipped.class));
  }

  private static String count(List<JunitCase> cases, Class<? extends Outcome> outcome) {
    return "" + cases.stream().filter(each -> outcome.isInstance(each.outcome())).count();
  }

  private static void writeProperties(XMLStreamWriter xml, Map<String, String> properties)
      throws XMLStreamException {
    start(xml, "properties");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      start(xml, "property");
      attribute(xml, "name", property.getKey());
      attribute(xml, "value", property.getValue());
      xml.writeEndElement();
    }
    end(xml);
  }

  private static void write(XMLStreamWriter xml, JunitCase testCase) throws XMLStreamException {
    start(xml, "testcase");
    attribute(xml, "classname", testCase.className());
    attribute(xml, "name", testCase.name());
    switch (testCase.outcome()) {
      case Outcome.Passed passed -> {}
      case Outcome.Failed failed -> {
        write(xml, "failure", failed.message(), Optional.of("worse"));
        xml.writeCharacters(printable(failed.details()));
        xml.writeEndElement();
      }
      case Outcome.Skipped skipped -> {
        write(xml, "skipped", skipped.message(), Optional.empty());
        xml.writeEndElement();
      }
      case Outcome.NotComparable refused -> {
        write(xml, "error", refused.message(), Optional.of("not comparable"));
        xml.writeEndElement();
      }
    }
    xml.writeEndElement();
  }

  private static void write(
      XMLStreamWriter xml, String element, String message, Optional<String> type)
      throws XMLStreamException {
    start(xml, element);
    attribute(xml, "message", message);
    if (type.isPresent()) {
      attribute(xml, "type", type.get());
    }
  }

  private static void start(XMLStreamWriter xml, String element) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(element);
  }

  private static void end(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, printable(ReadProblems.oneLine(value)));
  }

  /** What XML 1.0 has no way to write, a run folder may hold all the same. */
  private static String printable(String text) {
    return text.codePoints()
        .map(point -> isXml(point) ? point : '\ufffd')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isXml(int point) {
    return point == '\t'
        || point == '\n'
        || (point >= 0x20 && point <= 0xd7ff)
        || (point >= 0xe000 && point <= 0xfffd)
        || point >= 0x10000;
  }
}
