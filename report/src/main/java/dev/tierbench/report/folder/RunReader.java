package dev.tierbench.report.folder;

import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.record.TrialSettings;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Reads a run folder by what is in it; the manifest only adds what should be in it. */
public final class RunReader {

  /** How much of a folder is wanted. */
  public enum Depth {
    /** The records, values and checks. */
    RECORDS,
    /** Everything: also all latencies, each thread of a median trial, and all profiles. */
    THREADS
  }

  private static final Pattern TRIAL = Pattern.compile("\\d+-(.+)");
  private static final Pattern ROUND = Pattern.compile("\\d+");

  private final Path root;
  private final Depth depth;
  private final ReadProblems problems;
  private final JsonFiles json;

  private RunReader(Path root, Depth depth) {
    this.root = root;
    this.depth = depth;
    this.problems = new ReadProblems(root);
    this.json = new JsonFiles(problems);
  }

  /**
   * Reads as much as can be read.
   *
   * @throws IOException when the folder is no run folder at all
   */
  public static Run read(Path root, Depth depth) throws IOException {
    if (!Files.isDirectory(root)) {
      throw new IOException(root + " is not a folder");
    }
    return new RunReader(root.toRealPath(), depth).run();
  }

  private Run run() throws IOException {
    RunFolder folder = new RunFolder(root);
    if (!RunFile.exists(folder.manifest())
        && !RunFile.exists(folder.trials())
        && !RunFile.exists(folder.rounds())) {
      throw new IOException(root + " is not a run folder: expected manifest.json or trials in it");
    }
    RunManifest manifest =
        json.read(folder.manifest(), Manifest.class, Manifest.SCHEMA)
            .map(RunManifest::of)
            .orElse(RunManifest.NONE);
    if (!RunFile.exists(folder.manifest())) {
      problems.add(folder.manifest(), "is missing; host, plan and caveats are not known");
    }
    List<Trial> trials = new ArrayList<>();
    for (Path path : folders(folder.trials())) {
      Matcher name = TRIAL.matcher(path.getFileName().toString());
      if (name.matches()) {
        trials.add(trial(new RunFolder.Trial(path), name.group(1)));
      } else {
        problems.add(path, "is not a trial: expected such as 01-tomcat-platform; left out");
      }
    }
    for (Path round : folders(folder.rounds())) {
      if (!ROUND.matcher(round.getFileName().toString()).matches()) {
        problems.add(round, "is not a round: expected such as 01; left out");
        continue;
      }
      for (Path path : folders(round)) {
        trials.add(trial(new RunFolder.Trial(path), path.getFileName().toString()));
      }
    }
    List<Trial> complete =
        new PlannedSteps(folder.manifest(), problems).addMissing(manifest, trials);
    Map<Cell, Histogram> latencies = new HashMap<>();
    if (depth == Depth.THREADS) {
      complete = new StepEvidence(root, problems, latencies).add(complete);
    }
    return new Run(root.getFileName().toString(), manifest, complete, latencies, problems.lines());
  }

  private Trial trial(RunFolder.Trial folder, String subject) throws IOException {
    List<Step> steps = steps(folder.steps(), folder, subject);
    steps.sort(Comparator.comparing(Step::parameters));
    List<Step> dropped = new ArrayList<>();
    for (Path path : folders(folder.dropped())) {
      dropped.addAll(steps(path, folder, subject));
    }
    return new Trial(
        folder.name(),
        subject,
        json.read(folder.settings(), TrialSettings.class, TrialSettings.SCHEMA),
        json.read(folder.warmup(), Warmup.class, Warmup.SCHEMA),
        steps,
        dropped);
  }

  private List<Step> steps(Path parent, RunFolder.Trial trial, String subject) throws IOException {
    StepReader reader = new StepReader(root, json);
    List<Step> steps = new ArrayList<>();
    for (Path path : folders(parent)) {
      String name = path.getFileName().toString();
      Optional<Parameters> cell =
          Parameters.ofFolder(name).filter(found -> found.folder().equals(name));
      if (cell.isPresent()) {
        steps.add(reader.read(trial, subject, new RunFolder.Step(path, cell.get())));
      } else {
        problems.add(path, "is not a step: expected such as concurrency=0200; left out");
      }
    }
    return steps;
  }

  /** The folders in a folder, by name; hidden ones are work in progress. */
  private List<Path> folders(Path parent) throws IOException {
    if (isLink(parent) || !RunFile.isFolder(parent)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(parent)) {
      return children
          .filter(path -> !path.getFileName().toString().startsWith("."))
          .filter(path -> !isLink(path))
          .filter(RunFile::isFolder)
          .sorted()
          .toList();
    }
  }

  /** What lies behind a link is not of this folder. */
  private boolean isLink(Path path) {
    boolean link = Files.isSymbolicLink(path);
    if (link) {
      problems.add(path, "is a link: expected a folder; left out");
    }
    return link;
  }
}
