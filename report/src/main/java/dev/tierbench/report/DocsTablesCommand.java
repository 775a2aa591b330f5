package dev.tierbench.report;

import dev.tierbench.report.docs.DocsPage;
import dev.tierbench.report.docs.Gallery;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the tables of Markdown pages, and one page of all, from the results that are kept. */
@Command(
    name = "docs-tables",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the tables between '<!-- table: … -->' and '<!-- end of table -->' from kept results,"
          + " and index.html of a folder of them.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every page has its tables",
      "1:with --check a page differs, or a marker or a result cannot be used",
      "2:usage error"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  docs-tables README.md docs/models.md",
      "  docs-tables --check --gallery docs/results README.md"
    })
final class DocsTablesCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "PAGE", description = "Markdown files.")
  private List<Path> pages = List.of();

  @Option(
      names = "--gallery",
      paramLabel = "DIR",
      description = "A folder of kept results, of which index.html shows each.")
  private Optional<Path> gallery = Optional.empty();

  @Option(names = "--check", description = "Write nothing; fail when a page differs.")
  private boolean check;

  @Override
  public Integer call() throws IOException {
    boolean differs = false;
    for (Path page : pages) {
      differs |= update(page, DocsPage.withTables(page));
    }
    if (gallery.isPresent()) {
      differs |= update(gallery.get().resolve(Gallery.FILE), Gallery.of(gallery.get()));
    }
    return differs ? 1 : 0;
  }

  /**
   * Writes a page that is not as made; with --check it only says so.
   *
   * @return whether the page still differs
   */
  private boolean update(Path page, String made) throws IOException {
    if (Files.exists(page) && made.equals(Files.readString(page))) {
      return false;
    }
    if (check) {
      spec.commandLine().getErr().println(page + " differs from its results");
      return true;
    }
    RunJson.write(page.toAbsolutePath(), made);
    System.out.println(page);
    return false;
  }
}
