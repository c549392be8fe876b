package org.evenkeel.recorder.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;
import org.evenkeel.model.Digest;

/**
 * Makes a page that carries its data, its script and its style, and that may load nothing from
 * elsewhere: its policy names the hashes of both.
 */
final class ReportPage {

    /** In this order none uses what a later one declares. */
    private static final List<String> SCRIPTS =
            List.of(
                    "times.js",
                    "elements.js",
                    "runs.js",
                    "tiles.js",
                    "strip.js",
                    "paint.js",
                    "stream.js",
                    "job.js",
                    "report.js");

    /**
     * The page.
     *
     * @param json what it shows, see {@link ReportData}
     */
    static String of(byte[] json) {
        String script =
                SCRIPTS.stream().map(ReportPage::withoutModules).collect(Collectors.joining("\n"));
        String style = resource("style.css");
        return resource("report.html")
                .replace("@STYLE_HASH@", hash(style))
                .replace("@SCRIPT_HASH@", hash(script))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .replace("@DATA@", packed(json));
    }

    /** One script has no modules to import from. */
    private static String withoutModules(String name) {
        return resource(name)
                .lines()
                .filter(line -> !line.startsWith("import "))
                .map(line -> line.startsWith("export ") ? line.substring(7) : line)
                .collect(Collectors.joining("\n"));
    }

    private static String resource(String name) {
        try {
            byte[] file = PageFile.read(name);
            if (file == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return new String(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        byte[] digest = Digest.sha256().digest(text.getBytes(UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }

    private static String packed(byte[] json) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            out.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }
}
