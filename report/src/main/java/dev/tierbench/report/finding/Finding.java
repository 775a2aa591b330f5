package dev.tierbench.report.finding;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Ratios;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One thing that a run tells, as data and as the sentence {@code AT: SUBJECT VALUES (VERDICT); ...}
 * of sweeps and suites alike.
 *
 * @param topic the question that it answers
 * @param at where all entries hold; a whole statement when there are none
 * @param entries subjects in the order of the finding, the first of a ranking first
 */
public record Finding(String topic, String at, List<Finding.Entry> entries) {

  static final String NOTHING = "No valid step of this run tells";

  public Finding {
    entries = List.copyOf(entries);
  }

  /**
   * One subject.
   *
   * @param subject empty in an entry that goes for all
   * @param values in words, with their units
   * @param verdict on the subject beside the first; empty for the first, and without a ranking
   */
  public record Entry(String subject, String values, Optional<Verdict> verdict) {
    Entry(String subject, String values) {
      this(subject, values, Optional.empty());
    }

    /** The medians of a cell, marked where not all trials count and where it is of a floor. */
    static Entry of(Run run, Cell cell, List<Metric> metrics, Optional<Verdict> verdict) {
      return new Entry(
          cell.subject(),
          ValidTrials.of(run, cell.subject(), cell.parameters())
              .marked(run.isBound(cell.subject()) ? "(the floor)" : "")
              .concat(" ")
              .concat(metrics.stream().map(of -> text(run, cell, of)).collect(joining(", ")))
              .strip(),
          verdict);
    }

    /** The medians of those subjects that have any of the metrics at a place. */
    static Stream<Entry> measured(
        Run run, Parameters at, List<Metric> metrics, List<String> subjects) {
      return subjects.stream()
          .map(subject -> new Cell(subject, at))
          .filter(cell -> metrics.stream().anyMatch(of -> !Samples.of(run, cell, of).isEmpty()))
          .map(cell -> of(run, cell, metrics, Optional.empty()));
    }

    private static String text(Run run, Cell cell, Metric metric) {
      Optional<Double> value = Samples.of(run, cell, metric).middle();
      return metric.unit().equals("ms") && value.isPresent()
          ? metric.label() + " " + Numbers.duration(value.get())
          : (metric.label() + " " + Numbers.of(value) + " " + metric.unit(run.operation())).strip();
    }

    private String behindSubject() {
      return " " + values + verdict.map(of -> " (" + of.text() + ")").orElse("");
    }
  }

  /**
   * A subject beside the first of its finding, in the value that orders them.
   *
   * @param metric what that value is called
   * @param ratio of it to the first: what the trials were tested by, or that of the medians
   * @param interval 95 % interval of the ratio; empty without one
   * @param finding of the trials on the subject; empty when the two were not compared
   * @param chosenAmong the number of subjects that the first was chosen from by the same trials,
   *     where the difference does not stand among all their pairs; empty where it does
   * @param noise noise floor of the host, a share; empty when not measured
   */
  public record Verdict(
      String metric,
      double ratio,
      Optional<Interval> interval,
      Optional<Conclusion> finding,
      Optional<Long> chosenAmong,
      Optional<Double> noise) {

    String text() {
      return metric
          + " "
          + Numbers.factor(ratio)
          + interval
              .map(of -> " [%s–%s]".formatted(Numbers.of(of.low()), Numbers.of(of.high())))
              .orElse("")
          + ", "
          + finding.map(Conclusion::label).orElse("no verdict")
          + finding.filter(Conclusion::isDifference).map(any -> reach()).orElse("");
    }

    /** What a difference has to clear: trials that agree may still be within the host's noise. */
    private String reach() {
      return chosenAmong
          .map(all -> " as a pair, not surely beside the first chosen among " + all)
          .or(() ->
              noise.map(floor ->
                  (Ratios.apart(ratio) > floor ? " beyond" : " by the trials, but within")
                      + " the noise floor of ±"
                      + Numbers.percent(floor)))
          .orElse(" beyond the scatter of the trials");
    }
  }

  /** What holds at a place of the load, or that no step tells. */
  static Finding at(
      String topic, Run run, Optional<Parameters> at, Function<Parameters, List<Entry>> entries) {
    return at.map(
            place -> new Finding(topic, "At " + Words.of(run).heading(place), entries.apply(place)))
        .orElse(new Finding(topic, NOTHING, List.of()));
  }

  /** Subjects of which the same is said stand together. */
  @JsonProperty
  public String sentence() {
    String all =
        entries.stream()
            .collect(
                groupingBy(
                    Entry::behindSubject, LinkedHashMap::new, mapping(Entry::subject, toList())))
            .entrySet()
            .stream()
            .map(alike -> together(alike.getValue()) + alike.getKey())
            .map(String::strip)
            .collect(joining("; "));
    return Stream.of(at, all).filter(part -> !part.isEmpty()).collect(joining(": ")) + ".";
  }

  private static String together(List<String> subjects) {
    List<String> distinct = subjects.stream().distinct().toList();
    return String.join(", ", distinct)
        + (subjects.size() > distinct.size() ? " (" + subjects.size() + " cells)" : "");
  }
}
