package org.evenkeel.daemon.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's journal, opened and read.
 *
 * @param isEmpty whether it has no records, not even such as count no more
 */
public record JournalStart(Journal journal, RecoveredRecords recovered, boolean isEmpty) {

    private static final Logger LOG = LoggerFactory.getLogger(JournalStart.class);

    /** The settings of a journal with segments of this length. */
    public static JournalSettings settings(long segmentBytes) {
        JournalSettings standard = JournalSettings.DEFAULT;
        return new JournalSettings(
                segmentBytes,
                standard.groupBytes(),
                standard.bodyBytes(),
                2 * segmentBytes,
                standard.reserveBytes());
    }

    /**
     * Opens the journal in this directory, or begins one.
     *
     * @throws IOException the directory cannot be taken
     */
    public static JournalStart open(Path directory, JournalSettings journalSettings)
            throws IOException, JournalDamagedException, JournalFailedException {
        long begun = System.nanoTime();
        FileStorage storage = FileStorage.open(directory);
        try {
            Journal.Opened opened = Journal.open(storage, journalSettings);
            RecoveredRecords recovered = recovered(directory, opened);
            logStart(opened, System.nanoTime() - begun);
            return new JournalStart(opened.journal(), recovered, opened.report().records() == 0);
        } catch (JournalDamagedException | JournalFailedException | RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    private static RecoveredRecords recovered(Path directory, Journal.Opened opened)
            throws JournalDamagedException {
        try {
            return RecoveredRecords.of(opened.live(), new RecordCodec());
        } catch (WireException e) {
            throw new JournalDamagedException(
                    directory.toString(), 0, "an entry cannot be decoded: " + e.getMessage());
        }
    }

    private static void logStart(Journal.Opened opened, long nanos) {
        opened.report()
                .dropped()
                .ifPresent(dropped ->
                        LOG.warn(
                                "journal torn by a crash, unsynchronised entries dropped: {}",
                                dropped));
        if (opened.report().records() > 0) {
            LOG.info(
                    "journal read: {} records, {} bytes in {} segments, {} live keys, {} ms",
                    opened.report().records(),
                    opened.report().bytes(),
                    opened.report().segments(),
                    opened.live().size(),
                    TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }
}
