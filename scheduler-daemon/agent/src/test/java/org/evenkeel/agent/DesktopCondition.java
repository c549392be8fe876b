package org.evenkeel.agent;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips tests where the programs of a desktop are missing, and says why; with {@code
 * -Devenkeel.desktop=required} it fails instead.
 */
final class DesktopCondition implements ExecutionCondition {

    private static final List<String> PROGRAMS =
            List.of("dbus-daemon", "Xvfb", "xdotool", "setpriv");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String missing = missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("the programs of a desktop are there");
        }
        String reason = missing + " is missing; docker/it/desktop.sh ensure installs it";
        if ("required".equals(System.getProperty("evenkeel.desktop"))) {
            throw new IllegalStateException("a desktop is required, but " + reason);
        }
        System.out.println(context.getDisplayName() + " is skipped: " + reason);
        return ConditionEvaluationResult.disabled(reason);
    }

    private static String missing() {
        for (String program : PROGRAMS) {
            if (Path.of("/usr/bin", program).toFile().canExecute()) {
                continue;
            }
            return "/usr/bin/" + program;
        }
        if (!Files.isExecutable(Path.of(PrivateBus.PYTHON)) || !importsDbusMock()) {
            return "python3-dbusmock";
        }
        try {
            Xlib.load();
            return "";
        } catch (SourceFailedException e) {
            return "libX11 or libXss";
        }
    }

    private static boolean importsDbusMock() {
        try {
            return new ProcessBuilder(PrivateBus.PYTHON, "-c", "import dbusmock")
                            .redirectOutput(Redirect.DISCARD)
                            .redirectError(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
