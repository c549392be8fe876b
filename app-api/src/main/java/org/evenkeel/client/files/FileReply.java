package org.evenkeel.client.files;

import java.util.List;

/**
 * What home answers.
 *
 * @param why for people; empty when there is no problem
 * @param content READ: what is there; of a message: a part of it; not copied
 * @param more READ: the file goes on behind; LIST: there are more names; so does a message
 * @param size of the file; of a message: the number of the task that sent it
 * @param names LIST: in order
 */
public record FileReply(
        Problem problem,
        String why,
        byte[] content,
        boolean more,
        Sort sort,
        long size,
        long modifiedMillis,
        List<String> names) {

    /** Most names in one. */
    public static final int MAX_NAMES = 1_000;

    /** Most characters of all names in one. */
    static final int MAX_NAME_CHARS = 64 << 10;

    /** What was wrong; the number on the wire is the ordinal, so the order stays. */
    public enum Problem {
        NONE,
        /** Nobody who has the files could be asked; ask again. */
        AWAY,
        /** Another copy of the task goes on, or has gone on. */
        STALE,
        /** The path leads out of the directory that is served. */
        OUTSIDE,
        NO_SUCH_FILE,
        EXISTS,
        NO_DIRECTORY,
        NOT_EMPTY,
        /** A directory, a device or the like where a file is needed. */
        NO_FILE,
        DENIED,
        OTHER,
        /** A message has not come, or a barrier not been passed; ask again. */
        NOT_YET,
        /** The task at the other end of a message has ended, or is none of the job. */
        NO_TASK
    }

    /** What a path leads to; the number on the wire is the ordinal. */
    public enum Sort {
        NONE,
        FILE,
        DIRECTORY,
        OTHER
    }

    private static final byte[] NOTHING = {};

    /** Done, and nothing to tell. */
    public static final FileReply DONE =
            new FileReply(Problem.NONE, "", NOTHING, false, Sort.NONE, 0, 0, List.of());

    /** It could not be done. */
    public static FileReply problem(Problem problem, String why) {
        return new FileReply(problem, why, NOTHING, false, Sort.NONE, 0, 0, List.of());
    }

    static FileReply content(byte[] content, boolean more) {
        return new FileReply(Problem.NONE, "", content, more, Sort.NONE, 0, 0, List.of());
    }

    static FileReply facts(Sort sort, long size, long modifiedMillis) {
        return new FileReply(
                Problem.NONE, "", NOTHING, false, sort, size, modifiedMillis, List.of());
    }

    static FileReply message(long from, byte[] content, boolean more) {
        return new FileReply(Problem.NONE, "", content, more, Sort.NONE, from, 0, List.of());
    }

    static FileReply names(List<String> names, boolean more) {
        return new FileReply(Problem.NONE, "", NOTHING, more, Sort.NONE, 0, 0, names);
    }
}
