package org.evenkeel.api.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileService;

/** Questions to home, and what is thrown for answers that are problems. */
final class ClientFileCalls {

    private ClientFileCalls() {}

    static FileService fileService(ClientAccess context) {
        if (context instanceof FileService service) {
            return service;
        }
        throw new UnsupportedOperationException(
                "this context does not support files of the client: " + context);
    }

    /** An answer without a problem. */
    static FileReply ask(ClientFiles files, FileRequest question) throws IOException {
        FileReply reply = fileService(files.context()).ask(question);
        if (reply.problem() == FileReply.Problem.NONE) {
            return reply;
        }
        throw problem(question, reply);
    }

    private static IOException problem(FileRequest question, FileReply reply) {
        String path = question.path();
        String why = reply.why();
        return switch (reply.problem()) {
            case AWAY -> new ClientGoneException(path + ": " + why);
            case STALE -> new StaleCopyException(path + ": " + why);
            case OUTSIDE, DENIED -> new AccessDeniedException(path, null, why);
            case NO_SUCH_FILE -> new NoSuchFileException(path);
            case EXISTS ->
                    new FileAlreadyExistsException(
                            question.other().isEmpty() ? path : question.other());
            case NO_DIRECTORY -> new NotDirectoryException(path);
            case NOT_EMPTY -> new DirectoryNotEmptyException(path);
            case NONE, NO_FILE, OTHER, NOT_YET, NO_TASK -> new FileSystemException(path, null, why);
        };
    }
}
