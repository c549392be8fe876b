package org.evenkeel.client.local;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.client.ClientServiceOptions;
import org.evenkeel.client.ClientServices;
import org.evenkeel.client.files.ClientConsole;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.files.ClientFolder;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;

/** The program's files and console, for tasks in the same JVM. */
final class LocalClientServices {

    /** No task asks over a connection. */
    private static final ClientFileServer.Tasks NONE =
            new ClientFileServer.Tasks() {
                @Override
                public boolean areOf(long job, long origin) {
                    return false;
                }

                @Override
                public ClientFileServer.TaskState state(long job, long number) {
                    return ClientFileServer.TaskState.STRANGE;
                }
            };

    /** Those that are open. */
    private final Set<Long> jobs = ConcurrentHashMap.newKeySet();

    private final ClientServices services;
    private final ClientConsole console;

    LocalClientServices(ClientServiceOptions options) {
        this.services =
                new ClientServices(
                        options,
                        jobs::contains,
                        NONE,
                        ask -> FileReply.problem(FileReply.Problem.OTHER, "no task asks so"));
        this.console = options.console();
    }

    void opened(long job) {
        jobs.add(job);
    }

    /**
     * The directory of a job, made if the program has named none.
     *
     * @throws IOException if it cannot be made, or the job is closed
     */
    Path path(long job) throws IOException {
        return services.path(job);
    }

    /** Questions are answered one after the other. */
    synchronized FileReply answer(long job, FileRequest question) throws IOException {
        return new ClientFolder(path(job)).answer(question);
    }

    PrintStream console(boolean error) {
        return error ? console.err() : console.out();
    }

    /** A job is closed: what was made for it goes. */
    void closed(long job) {
        jobs.remove(job);
        services.closed(job);
    }
}
