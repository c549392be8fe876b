package org.evenkeel.recorder.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.recorder.store.Segment;

/** Files of a recorder cannot be read; they are left out from now on. */
public final class DamagedSegmentsException extends IOException {
    private final transient List<Path> files;

    DamagedSegmentsException(List<Segment> segments, Throwable cause) {
        super(
                "damaged; its rows are left out when you ask again: "
                        + segments.stream()
                                .map(segment -> segment.path().toString())
                                .collect(Collectors.joining(", ")),
                cause);
        this.files = segments.stream().map(Segment::path).toList();
    }

    /** Which ones. */
    public List<Path> files() {
        return files;
    }
}
