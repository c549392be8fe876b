package org.evenkeel.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, human-readable: the messages of many failures of files are nothing but a path.
 */
public final class FailureText {
    public static String of(Throwable failure) {
        @Nullable String message = failure.getMessage();
        if (message == null) {
            return failure.getClass().getSimpleName();
        }
        return switch (failure) {
            case AccessDeniedException denied when denied.getReason() == null ->
                    "no permission for " + message;
            case NoSuchFileException missing when missing.getReason() == null ->
                    "there is no " + message;
            case FileAlreadyExistsException there when there.getReason() == null ->
                    message + " is not a directory";
            default -> message;
        };
    }
}
