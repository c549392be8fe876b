package org.evenkeel.examples.program;

import java.io.PrintStream;
import java.util.List;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;

/** The main program of every example: reads arguments, connects, runs, prints. */
public record ExampleMain(Example example, PrintStream out, PrintStream err) {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int NO_CLUSTER = 3;

    private static final String SERIAL = "serial";
    private static final String JSON = "json";
    private static final String HELP = "help";

    /** Runs an example and ends the JVM: 0 ok, 1 failed, 2 usage, 3 no cluster. */
    public static void run(Example example, String... arguments) {
        System.exit(execute(example, System.out, System.err, arguments));
    }

    static int execute(Example example, PrintStream out, PrintStream err, String... arguments) {
        return new ExampleMain(example, out, err).execute(arguments);
    }

    private int execute(String... arguments) {
        Options options =
                example.options()
                        .flag(SERIAL, "run in this process alone, for comparison")
                        .flag(JSON, "print one JSON object")
                        .flag(HELP, "print this");
        try {
            Options.Values values = options.parse(arguments);
            if (values.has(HELP)) {
                help(options).forEach(out::println);
                return OK;
            }
            Report report = run(values);
            if (values.has(JSON)) {
                out.println(JsonWriter.write(report.fields()));
            } else {
                report.lines().forEach(out::println);
            }
            return report.correct() ? OK : FAILED;
        } catch (UsageException e) {
            err.println(e.getMessage());
            err.println("--help tells the options");
            return USAGE;
        } catch (ClusterUnavailableException e) {
            err.println(e.getMessage());
            err.println("Without a cluster it runs with --serial.");
            return NO_CLUSTER;
        } catch (EvenkeelException e) {
            err.println(e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        } catch (Exception e) {
            e.printStackTrace(err);
            return FAILED;
        }
    }

    private Report run(Options.Values values) throws Exception {
        if (values.has(SERIAL)) {
            return timed(values, new SerialRunner());
        }
        try (Cluster cluster = Evenkeel.connect()) {
            return timed(values, new ClusterRunner(cluster));
        }
    }

    private Report timed(Options.Values values, Runner runner) throws Exception {
        long startNanos = System.nanoTime();
        Report report = example.run(values, runner);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return report.field("correct", report.correct())
                .field("seconds", seconds)
                .field("serial", values.has(SERIAL));
    }

    private List<String> help(Options options) {
        List<String> lines = new java.util.ArrayList<>();
        lines.add(example.description());
        lines.add("");
        lines.add("  evenkeel run " + example.name() + " [options]");
        lines.add("");
        lines.addAll(options.help());
        lines.add("");
        lines.add("Exit codes: 0 ok, 1 failed or a wrong result, 2 usage, 3 no cluster.");
        return lines;
    }
}
