package org.evenkeel.files;

import java.io.IOException;
import org.evenkeel.files.FileReply.Problem;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;

/**
 * Answers what tasks ask for, each question once, and none of a copy of a task that was given up.
 * For one thread at a time.
 */
public final class Home {

    /** Where the files of a job are. */
    public interface Folders {
        /**
         * The directory of a job.
         *
         * @throws IOException saying why it has none
         */
        HomeFolder of(long job) throws IOException;
    }

    private final Folders folders;
    private final HomeConsole console;
    private final Fences fences = new Fences();

    public Home(Folders folders, HomeConsole console) {
        this.folders = folders;
        this.console = console;
    }

    /** The answer to whatever came. */
    public FileAnswer answer(FileAsk ask) {
        FileQuestion question;
        try {
            question = FileWire.read(ask);
        } catch (WireException e) {
            return FileWire.answer(ask, FileReply.problem(Problem.OTHER, "" + e.getMessage()));
        }
        Fences.Passed passed = fences.pass(ask);
        FileReply known = passed.answer();
        if (known != null) {
            return FileWire.answer(ask, known);
        }
        FileReply reply = reply(ask.getJob(), question, passed.fence());
        if (question.op().changes()) {
            passed.fence().answered(reply);
        }
        return FileWire.answer(ask, reply);
    }

    private FileReply reply(long job, FileQuestion question, Fences.Fence fence) {
        switch (question.op()) {
            case OUT, ERR -> {
                return console.print(question, fence);
            }
            default -> {
                try {
                    return folders.of(job).answer(question);
                } catch (IOException e) {
                    return FileReply.problem(
                            Problem.OTHER, "the directory at home cannot be used: " + e);
                }
            }
        }
    }
}
