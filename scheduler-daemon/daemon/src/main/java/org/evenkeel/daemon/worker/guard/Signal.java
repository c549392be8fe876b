package org.evenkeel.daemon.worker.guard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals for which Java has no method; sent by the shell's {@code kill}. */
enum Signal {
    STOP,
    CONTINUE;

    private static final Logger LOG = LoggerFactory.getLogger(Signal.class);

    /** Processes named to one shell. */
    private static final int MAX_PIDS = 1_000;

    private static final long LIMIT_SECONDS = 5;

    /** Sends it to these, as far as they still live; returns when that is done. */
    void send(List<Long> pids) {
        for (int from = 0; from < pids.size(); from += MAX_PIDS) {
            sendToSome(pids.subList(from, Math.min(pids.size(), from + MAX_PIDS)));
        }
    }

    private void sendToSome(List<Long> pids) {
        String name = this == STOP ? "STOP" : "CONT";
        List<String> words =
                new ArrayList<>(
                        List.of("/bin/sh", "-c", "kill -" + name + " \"$@\" 2> /dev/null", "sh"));
        pids.forEach(pid -> words.add(String.valueOf(pid)));
        try {
            Process kill =
                    new ProcessBuilder(words)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            kill.getOutputStream().close();
            if (!kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                kill.destroyForcibly();
                LOG.warn("signal {} to worker processes takes too long", name);
            }
        } catch (IOException e) {
            LOG.warn("signal {} could not be sent to worker processes: {}", name, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
