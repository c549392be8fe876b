package org.evenkeel.daemon.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.driver.EventObserver;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.replay.EventRecorder;
import org.evenkeel.kernel.replay.NodeSetup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records every event of a daemon's kernel with its effects, for {@code evenkeel lab replay}. It
 * writes on the event loop, which costs time: for tests. A disk that fails, or a file that is full,
 * ends the recording, not the daemon.
 */
public final class EventRecording implements EventObserver, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventRecording.class);

    private final Path file;
    private @Nullable EventRecorder recorder;

    /**
     * Begins; an existing file is kept beside under the ending .old.
     *
     * @param maxBytes of the file
     */
    public EventRecording(NodeSetup setup, Path file, long maxBytes) {
        this.file = file;
        try {
            recorder = new EventRecorder(RecordingFile.create(file), setup, maxBytes);
            LOG.info("recording every event to {}", file);
        } catch (IOException e) {
            LOG.warn("events are not recorded to {}: {}", file, e.toString());
        }
    }

    @Override
    public void handled(long atNanos, Event event, List<Effect> effects) {
        EventRecorder open = recorder;
        if (open == null) {
            return;
        }
        try {
            if (!open.add(atNanos, event, effects)) {
                LOG.warn("recording {} is full; later events are not recorded", file);
                close();
            }
        } catch (IOException e) {
            LOG.warn("recording to {} stopped: {}", file, e.toString());
            recorder = null;
        }
    }

    /** Ends the recording; what was handled is in the file. */
    @Override
    public void close() {
        EventRecorder open = recorder;
        recorder = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.warn("recording {} is incomplete: {}", file, e.toString());
            }
        }
    }
}
