package org.evenkeel.client.files;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;

/**
 * Answers what tasks ask for, each question once, and none of a copy of a task that was given up.
 * For one thread at a time.
 */
public final class ClientFileServer {

    /** Where the files of a job are. */
    public interface Folders {
        /**
         * The directory of a job.
         *
         * @throws IOException saying why it has none
         */
        ClientFolder of(long job) throws IOException;
    }

    /** What is known of a task. */
    public enum TaskState {
        /** It may be submitted later. */
        COMING,
        OPEN,
        ENDED,
        /** It is of another job, or never will be. */
        STRANGE
    }

    /** Which tasks there are. */
    public interface Tasks {
        /** Whether this program has submitted the tasks of this origin, and the job is open. */
        boolean areOf(long job, long origin);

        /** What is known of a task that it has submitted, or will. */
        TaskState state(long job, long number);
    }

    private final Folders folders;
    private final ClientConsole console;
    private final GrantFencingTable grantFencingTable = new GrantFencingTable();
    private final MessageBroker messageBroker;

    /**
     * @param clock nanoseconds
     */
    public ClientFileServer(
            Folders folders, ClientConsole console, Tasks tasks, LongSupplier clock) {
        this.folders = folders;
        this.console = console;
        this.messageBroker = new MessageBroker(tasks, grantFencingTable, clock);
    }

    /**
     * Answers whatever came: at once, but a question about messages when it can be answered, or
     * after some seconds.
     */
    public void answer(FileAsk ask, Consumer<FileAnswer> asker) {
        if (ask.hasTalk()) {
            messageBroker.answer(ask, asker);
        } else {
            asker.accept(answer(ask));
        }
    }

    /** Whether questions are open, so that {@link #sweep} is to be called now and then. */
    public boolean isWaitedFor() {
        return messageBroker.isWaitedFor();
    }

    /** Answers what has been open for too long. */
    public void sweep() {
        messageBroker.sweep();
    }

    /** A job is over. */
    public void closed(long job) {
        messageBroker.closed(job);
    }

    /** The answer to a question about files or the console. */
    public FileAnswer answer(FileAsk ask) {
        FileRequest question;
        try {
            question = FileWire.read(ask);
        } catch (WireException e) {
            return FileWire.answer(ask, FileReply.problem(Problem.OTHER, "" + e.getMessage()));
        }
        GrantFencingTable.Passed passed = grantFencingTable.pass(ask);
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

    private FileReply reply(long job, FileRequest question, GrantFencingTable.Fence fence) {
        switch (question.op()) {
            case OUT, ERR -> {
                return console.print(question, fence);
            }
            default -> {
                try {
                    return folders.of(job).answer(question);
                } catch (IOException e) {
                    return FileReply.problem(
                            Problem.OTHER, "the client's directory cannot be used: " + e);
                }
            }
        }
    }
}
