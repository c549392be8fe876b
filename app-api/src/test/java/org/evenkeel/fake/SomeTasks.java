package org.evenkeel.fake;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.client.files.ClientFileServer;

/** Tasks of origin 1, all open but those that are said to have ended; a thousand more may come. */
public final class SomeTasks implements ClientFileServer.Tasks {

    /** Whose tasks they are. */
    public static final long ORIGIN = 1;

    /** Those that have ended. */
    public final Set<Long> ended = ConcurrentHashMap.newKeySet();

    @Override
    public boolean areOf(long job, long origin) {
        return origin == ORIGIN;
    }

    @Override
    public ClientFileServer.TaskState state(long job, long number) {
        if (number <= 0 || number > 1_000) {
            return ClientFileServer.TaskState.STRANGE;
        }
        return ended.contains(number)
                ? ClientFileServer.TaskState.ENDED
                : ClientFileServer.TaskState.OPEN;
    }
}
