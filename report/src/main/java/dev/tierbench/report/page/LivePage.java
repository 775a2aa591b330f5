package dev.tierbench.report.page;

/**
 * The page of a run that is under way, whose server sends it {@link dev.tierbench.run.LiveState}.
 */
public final class LivePage {
  private LivePage() {}

  public static String html() {
    return HtmlShell.livePage();
  }
}
