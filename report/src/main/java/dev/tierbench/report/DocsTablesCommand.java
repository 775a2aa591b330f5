package dev.tierbench.report;

import dev.tierbench.report.docs.DocsPage;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the tables of Markdown pages from the results that the repository keeps. */
@Command(
    name = "docs-tables",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the tables between '<!-- table: … -->' and '<!-- end of table -->' from kept results.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every page has its tables",
      "1:with --check a page differs, or a marker or a result cannot be used",
      "2:usage error"
    },
    footerHeading = "%nExamples:%n",
    footer = {"  docs-tables README.md docs/models.md", "  docs-tables --check README.md"})
final class DocsTablesCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "PAGE", description = "Markdown files.")
  private List<Path> pages = List.of();

  @Option(names = "--check", description = "Write nothing; fail when a page differs.")
  private boolean check;

  @Override
  public Integer call() throws IOException {
    boolean differs = false;
    for (Path page : pages) {
      String made = DocsPage.withTables(page);
      if (made.equals(Files.readString(page))) {
        continue;
      }
      if (check) {
        spec.commandLine().getErr().println(page + " differs from its results");
        differs = true;
      } else {
        RunJson.write(page.toAbsolutePath(), made);
        System.out.println(page);
      }
    }
    return differs ? 1 : 0;
  }
}
