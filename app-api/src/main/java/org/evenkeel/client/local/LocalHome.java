package org.evenkeel.client.local;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.evenkeel.client.ClientServiceOptions;
import org.evenkeel.client.ClientServices;
import org.evenkeel.client.files.ClientConsole;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.files.ClientFolder;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;

/** The program's files and console, for tasks in the same JVM. */
final class LocalHome {

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

    private final ClientServices services;
    private final ClientConsole console;

    LocalHome(ClientServiceOptions options) {
        this.services = new ClientServices(options, job -> true, NONE);
        this.console = options.console();
    }

    /** The directory of a job, made if the program has named none. */
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

    void closed(long job) {
        services.closed(job);
    }
}
