package org.evenkeel.testcontainers.engine;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.LogContainerCmd;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Takes what a container or a command in it wrote, up to 16 MiB of each kind. */
final class CapturedOutput extends ResultCallback.Adapter<Frame> {
    private static final int MOST = 16 << 20;
    private static final long LOG_SECONDS = 30;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** What it has written up to now. */
    static CapturedOutput of(LogContainerCmd command) {
        try {
            CapturedOutput capturedOutput = new CapturedOutput();
            command.exec(capturedOutput).awaitCompletion(LOG_SECONDS, TimeUnit.SECONDS);
            return capturedOutput;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("interrupted while a log was read", e);
        }
    }

    @Override
    public synchronized void onNext(Frame frame) {
        ByteArrayOutputStream to = frame.getStreamType() == StreamType.STDERR ? err : out;
        byte[] bytes = frame.getPayload();
        if (to.size() + bytes.length <= MOST) {
            to.writeBytes(bytes);
        }
    }

    synchronized String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    synchronized String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
