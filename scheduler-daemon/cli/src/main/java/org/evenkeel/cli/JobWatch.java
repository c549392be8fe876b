package org.evenkeel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.Progress;
import org.evenkeel.model.Ids;
import org.evenkeel.model.SpellingSuggestion;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/** Looks at one job again and again. */
final class JobWatch {

    /** So long a job whose node has ended may come back: with its node, or at another one. */
    private static final long RETURN_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Source source;
    private final String job;
    private final long beganNanos = System.nanoTime();
    private long doneBefore = -1;
    private @Nullable String lastNode;
    private long seenNanos = beganNanos;

    /** Where it asks: one daemon, or whichever answers. */
    @FunctionalInterface
    interface Source {
        Answers ask(Query.Builder question) throws IOException;
    }

    /** Asks one daemon. */
    JobWatch(DaemonClient client, String job) {
        this(client::ask, job);
    }

    JobWatch(Source source, String job) {
        this.source = source;
        this.job = job;
    }

    /** The job as it is now. */
    JobSight look() throws IOException {
        Answers answers = ask(Ids.parse(job));
        List<JobLine> found = JobLine.list(answers.getJobsList());
        if (found.isEmpty()) {
            return new JobSight(null, silent(answers));
        }
        JobLine line = found.getFirst();
        lastNode = line.node().getNode();
        seenNanos = System.nanoTime();
        if (doneBefore < 0) {
            doneBefore = line.done();
        }
        return new JobSight(line, answers.getSilentList());
    }

    /** Those that may have the job; also the node that had it last, if that one has ended. */
    private List<String> silent(Answers answers) {
        List<String> silent = new ArrayList<>(answers.getSilentList());
        String last = lastNode;
        if (last == null || System.nanoTime() - seenNanos > RETURN_NANOS) {
            return silent;
        }
        boolean told = answers.getJobsList().stream().anyMatch(node -> node.getNode().equals(last));
        if (!told && !silent.contains(last)) {
            silent.add(last);
        }
        return silent;
    }

    /**
     * @param only a job, 0 for all
     */
    private Answers ask(long only) throws IOException {
        return source.ask(DaemonClient.toAll(Topic.TOPIC_JOBS).setJob(only));
    }

    /** What to say of a job that was not there at the first look. */
    CommandFailure unknown(JobSight seen) throws IOException {
        if (!seen.silent().isEmpty()) {
            return new CommandFailure(
                    ExitCode.NOTHING,
                    ("no node that answered knows job %s; no answer from %s: try again when all "
                                    + "nodes answer")
                            .formatted(job, String.join(", ", seen.silent())));
        }
        List<String> known =
                JobLine.list(ask(0).getJobsList()).stream()
                        .map(line -> line.job().getJob())
                        .toList();
        String others =
                known.isEmpty()
                        ? "there are no jobs now"
                        : "did you mean %s? \"evenkeel jobs\" lists all %s"
                                .formatted(SpellingSuggestion.to(job, known), known.size());
        return new CommandFailure(
                ExitCode.NOTHING,
                "no node knows job " + job + "; it has ended or is misspelt; " + others);
    }

    private Progress progress(JobLine line) {
        double seconds = (System.nanoTime() - beganNanos) / 1e9;
        return new Progress(line.done(), line.total(), Math.max(0, doneBefore), seconds);
    }

    double perSecond(JobLine line) {
        return progress(line).perSecond();
    }

    /** One line that says how far it is and where its tasks are. */
    String describe(JobLine line) {
        Progress progress = progress(line);
        StringJoiner text = new StringJoiner("  ");
        text.add(progress.bar());
        if (!progress.pace().isEmpty()) {
            text.add(progress.pace());
        }
        if (!line.job().getWhy().isEmpty()) {
            text.add(line.job().getAdmission() + ": " + line.job().getWhy());
        }
        if (line.job().getFailed() > 0) {
            text.add(NumberFormatter.count(line.job().getFailed()) + " failed");
        }
        if (line.running() > 0) {
            StringJoiner places = new StringJoiner(", ", "running ", "");
            line.places()
                    .forEach((node, place) -> {
                        if (place.getRunning() > 0) {
                            places.add(node + " " + place.getRunning());
                        }
                    });
            text.add(places.toString());
        }
        if (line.waiting() > 0) {
            text.add("waiting " + NumberFormatter.count(line.waiting()));
        }
        return text.toString();
    }
}
