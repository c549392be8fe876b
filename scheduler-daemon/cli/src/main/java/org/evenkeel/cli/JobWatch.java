package org.evenkeel.cli;

import java.io.IOException;
import java.util.List;
import java.util.StringJoiner;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.Progress;
import org.evenkeel.model.Ids;
import org.evenkeel.model.SpellingSuggestion;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Topic;

/** Looks at one job again and again. */
final class JobWatch {

    private final DaemonClient client;
    private final String job;
    private final long beganNanos = System.nanoTime();
    private long doneBefore = -1;

    JobWatch(DaemonClient client, String job) {
        this.client = client;
        this.job = job;
    }

    /** The job as it is now. */
    JobSight look() throws IOException {
        Answers answers = ask(Ids.parse(job));
        List<JobLine> found = JobLine.list(answers.getJobsList());
        if (found.isEmpty()) {
            return new JobSight(null, answers.getSilentList());
        }
        JobLine line = found.getFirst();
        if (doneBefore < 0) {
            doneBefore = line.done();
        }
        return new JobSight(line, answers.getSilentList());
    }

    /**
     * @param only a job, 0 for all
     */
    private Answers ask(long only) throws IOException {
        return client.ask(DaemonClient.toAll(Topic.TOPIC_JOBS).setJob(only));
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
