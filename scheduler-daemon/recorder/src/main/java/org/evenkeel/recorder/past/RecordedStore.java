package org.evenkeel.recorder.past;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.query.StoreReader;
import org.evenkeel.recorder.store.Segment;
import org.evenkeel.recorder.store.SegmentList;

/**
 * A recorder's directory for pages, while a recorder writes it and afterwards. For any thread; it
 * answers one question at a time, which bounds the memory.
 *
 * @param directory which need not be there yet
 */
public record RecordedStore(Path directory) {
    private static final QueryDatabase.Limits LIMITS =
            new QueryDatabase.Limits(512, Duration.ofSeconds(30));

    /** Whether a recorder has written there. */
    public boolean isThere() {
        return Files.isDirectory(directory);
    }

    /** Files whose rows are left out. */
    public List<Path> damaged() throws IOException {
        return SegmentList.damaged(directory).stream().map(Segment::path).toList();
    }

    /**
     * Asks; the question may be asked several times.
     *
     * @throws IOException also if there is no database for this machine
     */
    public synchronized <T> T ask(StoreReader.Question<T> question) throws IOException {
        return new StoreReader(directory.toRealPath(), LIMITS, _ -> {}).ask(question);
    }
}
