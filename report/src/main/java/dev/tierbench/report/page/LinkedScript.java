package dev.tierbench.report.page;

import dev.tierbench.run.record.Resources;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The modules of a page as one script, since a browser loads no module of a file. A module stands
 * behind those that it imports, in the order of its imports; names at the top of modules are
 * different in all of them, so that an import is the name itself.
 */
final class LinkedScript {

  private static final Pattern IMPORT =
      Pattern.compile("^import (?:\\{[^}]*} from )?'\\./([\\w-]+\\.js)';\\n", Pattern.MULTILINE);
  private static final Pattern EXPORT = Pattern.compile("^export ", Pattern.MULTILINE);

  private final Map<String, String> modules = new LinkedHashMap<>();

  private LinkedScript() {}

  /** The script of a page whose first module has that name. */
  static String of(String module) {
    LinkedScript linked = new LinkedScript();
    linked.add(module);
    return "(() => {\n'use strict';\n" + String.join("\n", linked.modules.values()) + "\n})();\n";
  }

  private void add(String module) {
    if (modules.containsKey(module)) {
      return;
    }
    String source = Resources.text(LinkedScript.class, module);
    // Two modules may import each other: the one that is met first waits for the other.
    modules.put(module, "");
    Matcher imports = IMPORT.matcher(source);
    while (imports.find()) {
      add(imports.group(1));
    }
    modules.remove(module);
    modules.put(module, EXPORT.matcher(imports.reset().replaceAll("")).replaceAll(""));
  }
}
