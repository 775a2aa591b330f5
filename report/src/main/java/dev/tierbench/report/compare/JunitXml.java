package dev.tierbench.report.compare;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.file.TerminalText;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
  private static final Pattern NOT_XML =
      Pattern.compile("[^\\t\\n\\x20-\\x{d7ff}\\x{e000}-\\x{fffd}\\x{10000}-\\x{10ffff}]");

  private JunitXml() {}

  /** The document of a comparison. */
  public static String of(Comparison comparison) {
    Map<String, String> properties = properties(comparison.a(), comparison.b());
    properties.put("threshold", Numbers.percent(comparison.options().threshold()));
    for (SetupDifference differs : comparison.differences()) {
      properties.put("differs: " + differs.what(), differs.a() + " | " + differs.b());
    }
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
    properties.put("A.host", a.run().manifest().host());
    properties.put("B", b.text());
    properties.put("B.run", b.run().name());
    properties.put("B.host", b.run().manifest().host());
    return properties;
  }

  private static String document(Map<String, String> properties, List<JunitCase> cases) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      start(xml, "testsuites");
      writeCounts(xml, cases);
      start(xml, "testsuite", "name", SUITE);
      writeCounts(xml, cases);
      start(xml, "properties");
      for (Map.Entry<String, String> property : properties.entrySet()) {
        start(xml, "property", "name", property.getKey(), "value", property.getValue());
        xml.writeEndElement();
      }
      end(xml);
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
    attribute(xml, "failures", count(cases, JunitCase.FAILURE));
    attribute(xml, "errors", count(cases, JunitCase.ERROR));
    attribute(xml, "skipped", count(cases, JunitCase.SKIPPED));
  }

  private static String count(List<JunitCase> cases, String element) {
    return ""
        + cases.stream()
            .flatMap(each -> each.problem().stream())
            .filter(problem -> problem.element().equals(element))
            .count();
  }

  private static void write(XMLStreamWriter xml, JunitCase each) throws XMLStreamException {
    start(xml, "testcase", "classname", each.className(), "name", each.name());
    if (each.problem().isPresent()) {
      JunitCase.Problem problem = each.problem().get();
      start(xml, problem.element(), "message", problem.message());
      if (!problem.type().isEmpty()) {
        attribute(xml, "type", problem.type());
      }
      xml.writeCharacters(printable(problem.details()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static void start(XMLStreamWriter xml, String element, String... attributes)
      throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(element);
    for (int i = 0; i < attributes.length; i += 2) {
      attribute(xml, attributes[i], attributes[i + 1]);
    }
  }

  private static void end(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, printable(TerminalText.line(value)));
  }

  /** What XML 1.0 has no way to write, a run folder may hold all the same. */
  private static String printable(String text) {
    return NOT_XML.matcher(text).replaceAll("\ufffd");
  }
}
