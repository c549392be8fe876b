package org.evenkeel.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** Says which version this is, from which commit, and on which Java it runs. */
@Command(
        name = "version",
        description = "Print the versions of Evenkeel and Java, and the commit.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class)
final class VersionCommand extends BaseCommand implements IVersionProvider {
    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? asJson(BuildInfo.read()) : asText(BuildInfo.read()));
        out.flush();
        return 0;
    }

    @Override
    public String[] getVersion() {
        return new String[] {asText(BuildInfo.read())};
    }

    private static String asText(BuildInfo build) {
        String commit = build.dirty() ? build.commit() + " with changes" : build.commit();
        return "evenkeel " + build.version() + " (" + commit + ") on Java " + Runtime.version();
    }

    private static String asJson(BuildInfo build) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", build.version());
        fields.put("commit", build.commit());
        fields.put("dirty", build.dirty());
        fields.put("java", Runtime.version().toString());
        return JSON.std.asString(fields);
    }
}
