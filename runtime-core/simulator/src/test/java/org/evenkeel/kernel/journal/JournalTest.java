package org.evenkeel.kernel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.simulator.disk.CrashOutcome;
import org.evenkeel.simulator.disk.SimStorage;
import org.junit.jupiter.api.Test;

class JournalTest {

    private static final JournalSettings SMALL =
            new JournalSettings(2_000, 4_000, 1_000, 4_000, 512);
    private static final Key ONE = new Key((byte) 1, 1, 1);
    private static final Key TWO = new Key((byte) 1, 2, 1);

    private final SimStorage storage = new SimStorage(new SplittableRandom(1), 512);

    private static Entry entry(Key key, int kind, String text) {
        return new Entry(key, kind, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Entry entry(Key key, int kind, int bytes) {
        return new Entry(key, kind, new byte[bytes]);
    }

    private Journal open() throws Exception {
        return Journal.open(storage, SMALL).journal();
    }

    private static void write(Journal journal, Entry... entries) throws JournalFailedException {
        for (Entry entry : entries) {
            journal.append(entry);
        }
        journal.force();
    }

    private List<LiveKey> afterPowerLoss() throws Exception {
        return Journal.open(storage.afterCrash(CrashOutcome.NOTHING), SMALL).live();
    }

    @Test
    void theLastEntryOfEachKindIsLive() throws Exception {
        write(
                open(),
                entry(ONE, 1, "a"),
                entry(ONE, 2, "b"),
                entry(TWO, 1, "c"),
                entry(ONE, 1, "d"));
        assertThat(afterPowerLoss())
                .containsExactly(
                        new LiveKey(ONE, List.of(entry(ONE, 2, "b"), entry(ONE, 1, "d"))),
                        new LiveKey(TWO, List.of(entry(TWO, 1, "c"))));
    }

    @Test
    void theEndOfAKeyEndsAllBeforeItAndNothingAfterIt() throws Exception {
        write(open(), entry(ONE, 1, "a"), entry(ONE, 2, "b"), Entry.end(ONE), entry(ONE, 2, "c"));
        assertThat(afterPowerLoss()).containsExactly(new LiveKey(ONE, List.of(entry(ONE, 2, "c"))));
    }

    @Test
    void whatWasNotForcedIsNotThereAfterALossOfPower() throws Exception {
        Journal journal = open();
        write(journal, entry(ONE, 1, "a"));
        journal.append(entry(ONE, 1, "b"));
        assertThat(afterPowerLoss()).containsExactly(new LiveKey(ONE, List.of(entry(ONE, 1, "a"))));
    }

    @Test
    void entriesOfAnySizeUpToTheBoundComeBack() throws Exception {
        Journal journal = open();
        for (int bytes : new int[] {0, 1, 7, 8, 9, 999, 1_000}) {
            write(journal, entry(new Key((byte) 1, bytes, 0), 1, bytes));
        }
        assertThat(afterPowerLoss())
                .extracting(key -> key.entries().getFirst().body().length)
                .containsExactly(0, 1, 7, 8, 9, 999, 1_000);
    }

    @Test
    void anEntryAboveTheBoundIsRefused() throws Exception {
        Journal journal = open();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> journal.append(entry(ONE, 1, 1_001)))
                .withMessageContaining("1000");
    }

    @Test
    void aFullGroupIsRefusedUntilItIsForced() throws Exception {
        Journal journal = open();
        while (journal.hasRoom(900)) {
            journal.append(entry(ONE, 1, 900));
        }
        assertThatIllegalStateException().isThrownBy(() -> journal.append(entry(ONE, 1, 900)));
        journal.force();
        write(journal, entry(ONE, 2, 900));
        assertThat(afterPowerLoss().getFirst().entries()).hasSize(2);
    }

    @Test
    void segmentsAreBounded() throws Exception {
        Journal journal = open();
        for (int i = 0; i < 20; i++) {
            write(journal, entry(new Key((byte) 1, i, 0), 1, 500));
        }
        assertThat(journal.figures().segments()).isGreaterThan(5);
        for (String file : storage.list()) {
            assertThat(storage.size(file)).isLessThanOrEqualTo(2_100);
        }
        assertThat(afterPowerLoss()).hasSize(20);
    }

    @Test
    void cleaningKeepsTheJournalSmallAndWhatIsLiveInIt() throws Exception {
        Journal journal = open();
        write(journal, entry(TWO, 1, "stays"));
        long most = 0;
        for (int i = 0; i < 500; i++) {
            write(journal, entry(ONE, 1, "number " + i));
            if (journal.needsCleaning()) {
                journal.clean(400);
                journal.force();
            }
            most = Math.max(most, journal.figures().bytes());
        }
        journal.forceMark();
        assertThat(most).isLessThan(3L * 4_000);
        assertThat(journal.figures().liveEntries()).isEqualTo(2);
        assertThat(afterPowerLoss())
                .extracting(key ->
                        new String(key.entries().getFirst().body(), StandardCharsets.US_ASCII))
                .containsExactlyInAnyOrder("stays", "number 499");
    }

    @Test
    void endsOfKeysGoWithTheirSegment() throws Exception {
        Journal journal = open();
        for (int i = 0; i < 300; i++) {
            Key key = new Key((byte) 1, i, 0);
            write(journal, entry(key, 1, 40));
            write(journal, Entry.end(key));
            while (journal.needsCleaning()) {
                journal.clean(10_000);
                journal.force();
                journal.forceMark();
            }
        }
        assertThat(journal.figures().bytes()).isLessThan(8_000);
        assertThat(journal.figures().liveBytes()).isZero();
        assertThat(afterPowerLoss()).isEmpty();
    }

    @Test
    void aForceThatFailsIsFatal() throws Exception {
        Journal journal = open();
        storage.failForceFrom(storage.operations());
        journal.append(entry(ONE, 1, "a"));
        assertThatThrownBy(journal::force)
                .isInstanceOf(JournalFailedException.class)
                .hasMessageContaining("cannot fsync journal-0000000001.log");
        assertThatIllegalStateException().isThrownBy(() -> journal.append(entry(ONE, 1, "b")));
        assertThatIllegalStateException().isThrownBy(journal::force);
    }

    @Test
    void aFullDiskTakesTheReserveAndThenIsFatal() throws Exception {
        Journal journal = open();
        storage.capacity(1_500);
        int written = 0;
        try {
            while (true) {
                write(journal, entry(new Key((byte) 1, written, 0), 1, 100));
                written++;
            }
        } catch (JournalFailedException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
        assertThat(storage.list()).doesNotContain(SegmentName.RESERVE);
        assertThat(journal.figures().segments()).isEqualTo(2); // one more after the disk was full
        assertThat(afterPowerLoss()).hasSizeGreaterThanOrEqualTo(written);
    }

    @Test
    void aTornEndIsCutOffAndReportedAndNeverComesBack() throws Exception {
        Journal journal = open();
        write(journal, entry(ONE, 1, "a"));
        journal.forceMark();
        long end = storage.size("journal-0000000001.log");
        write(journal, entry(ONE, 1, "b"), entry(TWO, 1, "c"));
        SimStorage torn = storage.afterCrash(CrashOutcome.ALL);
        // What a crash in the middle of that last group might leave.
        torn.flip("journal-0000000001.log", (end + RecordFormat.MARK_BYTES + 3) * 8);
        torn.truncate("journal-0000000001.log", end + RecordFormat.MARK_BYTES + 90);

        Journal.Opened opened = Journal.open(torn, SMALL);
        RecoveryReport.Dropped dropped = opened.report().dropped().orElseThrow();
        assertThat(dropped.file()).isEqualTo("journal-0000000001.log");
        assertThat(dropped.offset()).isEqualTo(end + RecordFormat.MARK_BYTES);
        assertThat(dropped.bytes()).isEqualTo(90);
        assertThat(opened.live()).containsExactly(new LiveKey(ONE, List.of(entry(ONE, 1, "a"))));

        SimStorage later = torn.afterCrash(CrashOutcome.SUBSET);
        Journal.Opened again = Journal.open(later, SMALL);
        assertThat(again.report().dropped()).isEmpty();
        assertThat(again.live()).isEqualTo(opened.live());
    }

    @Test
    void aMissingSegmentIsRefusedByName() throws Exception {
        Journal journal = open();
        for (int i = 0; i < 20; i++) {
            write(journal, entry(new Key((byte) 1, i, 0), 1, 500));
        }
        for (String missing : List.of("journal-0000000001.log", "journal-0000000003.log")) {
            SimStorage left = storage.afterCrash(CrashOutcome.ALL);
            left.delete(missing);
            assertThatThrownBy(() -> Journal.open(left, SMALL))
                    .isInstanceOf(JournalDamagedException.class)
                    .hasMessageContaining(missing)
                    .hasMessageContaining("missing");
        }
    }

    @Test
    void aShorterSegmentInTheMiddleIsRefused() throws Exception {
        Journal journal = open();
        for (int i = 0; i < 20; i++) {
            write(journal, entry(new Key((byte) 1, i, 0), 1, 500));
        }
        SimStorage left = storage.afterCrash(CrashOutcome.ALL);
        String file = "journal-0000000002.log";
        left.truncate(file, left.size(file) - RecordFormat.MARK_BYTES);
        assertThatThrownBy(() -> Journal.open(left, SMALL))
                .isInstanceOf(JournalDamagedException.class)
                .hasMessageContaining(file);
    }

    @Test
    void aRecordCountsInItsPlaceOnly() throws Exception {
        Journal journal = open();
        write(journal, entry(ONE, 1, "one"), entry(TWO, 1, "two"));
        journal.forceMark();
        SimStorage left = storage.afterCrash(CrashOutcome.ALL);
        String file = "journal-0000000001.log";
        int bytes = RecordFormat.bytes(3);
        long first = SegmentHeader.BYTES + RecordFormat.MARK_BYTES;
        ByteBuffer both = ByteBuffer.allocate(2 * bytes);
        left.read(file, first, both);
        left.write(file, first, both.duplicate().position(bytes));
        left.write(file, first + bytes, both.duplicate().position(0).limit(bytes));
        assertThatThrownBy(() -> Journal.open(left, SMALL))
                .isInstanceOf(JournalDamagedException.class)
                .hasMessageContaining("at offset " + first);
    }

    @Test
    void aSegmentOfALaterFormatIsRefusedWithBothVersions() throws Exception {
        write(open(), entry(ONE, 1, "a"));
        SimStorage left = storage.afterCrash(CrashOutcome.ALL);
        ByteBuffer header = new SegmentHeader(1, 0, 0, 0).encode();
        header.putInt(8, 2);
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(header.duplicate().limit(12));
        crc.update(header.duplicate().position(16));
        header.putInt(12, (int) crc.getValue());
        left.write("journal-0000000001.log", 0, header);
        assertThatThrownBy(() -> Journal.open(left, SMALL))
                .isInstanceOf(JournalDamagedException.class)
                .hasMessageContaining("format 2")
                .hasMessageContaining("format 1");
    }

    @Test
    void inspectionSeesWhatRecoverySeesAndChangesNothing() throws Exception {
        Journal journal = open();
        for (int i = 0; i < 10; i++) {
            write(journal, entry(new Key((byte) 1, i % 4, 0), 1, 500));
        }
        long before = storage.operations();
        List<Entry> entries = new ArrayList<>();
        Inspection inspection =
                Inspection.of(storage, SMALL, (file, offset, entry) -> entries.add(entry));
        assertThat(storage.operations()).isEqualTo(before);
        assertThat(inspection.problems()).isEmpty();
        assertThat(entries).hasSize(10);
        assertThat(inspection.live()).isEqualTo(afterPowerLoss());

        storage.flip("journal-0000000001.log", 60 * 8);
        Inspection damaged = Inspection.of(storage, SMALL, (file, offset, entry) -> {});
        assertThat(damaged.isDamaged()).isTrue();
        assertThat(damaged.problems().getFirst().toString())
                .startsWith("journal-0000000001.log at offset 48");
    }

    @Test
    void aJournalWithoutSegmentsIsBegun() throws Exception {
        Journal.Opened opened = Journal.open(storage, SMALL);
        assertThat(opened.live()).isEmpty();
        assertThat(opened.report().records()).isZero();
        assertThat(opened.journal().figures())
                .isEqualTo(new Journal.Figures(1, SegmentHeader.BYTES, 0, 0, 0));
    }

    @Test
    void aSegmentThatIsCleanedAndNotYetDeletedIsNotCleanedAgain() throws Exception {
        // Longer than what the cleaner reads at once, so that it comes back for more.
        int segmentBytes = 600 << 10;
        JournalSettings wide =
                new JournalSettings(segmentBytes, 200 << 10, 1_000, 2 * segmentBytes, 0);
        Journal journal = Journal.open(storage, wide).journal();
        int cleaned = 0;
        for (int group = 0; group < 200; group++) {
            if (journal.needsCleaning()) {
                cleaned++;
                journal.clean(150 << 10);
            }
            for (int i = 0; i < 100; i++) {
                journal.append(entry(new Key((byte) 1, i, 0), 1, 1_000));
            }
            journal.append(entry(new Key((byte) 2, group, 0), 1, 1_000)); // stays
            journal.force();
        }
        assertThat(cleaned).isGreaterThan(10);
        assertThat(journal.figures().liveEntries()).isEqualTo(300);
        assertThat(journal.figures().bytes()).isLessThan(4 * segmentBytes);
    }
}
