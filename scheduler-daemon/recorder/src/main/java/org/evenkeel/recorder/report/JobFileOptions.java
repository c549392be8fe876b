package org.evenkeel.recorder.report;

import java.nio.file.Path;
import org.evenkeel.cli.JobArgument;
import org.evenkeel.model.JobId;
import org.evenkeel.recorder.past.StoreOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What commands that write a file about one job have in common. */
final class JobFileOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "JOB", description = "Id of the job.")
    private String what = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File to write (default: one in this directory, with the id of the job).")
    private @Nullable Path file;

    @Option(
            names = "--recorded",
            description = {
                "Read what a recorder has kept, not what nodes still have. It is read anyway if no "
                        + "daemon answers, or no node knows the job any more."
            })
    private boolean recorded;

    @Mixin private final StoreOption store = new StoreOption();

    /** The job that the user names. */
    JobId job() {
        return JobId.parse(JobArgument.checked(spec, what));
    }

    /**
     * Where the file goes.
     *
     * @param usual its name unless the user has named it
     */
    Path file(String usual) {
        return file == null ? Path.of(usual) : file;
    }

    /** Whether nodes are not to be asked. */
    boolean isRecorded() {
        return recorded || store.isNamed();
    }

    /** What a recorder has kept. */
    StoreOption store() {
        return store;
    }
}
