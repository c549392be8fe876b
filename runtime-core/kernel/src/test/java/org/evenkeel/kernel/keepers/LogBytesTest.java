package org.evenkeel.kernel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.evenkeel.kernel.keepers.KeepersFixture.A;
import static org.evenkeel.kernel.keepers.KeepersFixture.ALICE;
import static org.evenkeel.kernel.keepers.KeepersFixture.B;
import static org.evenkeel.kernel.keepers.KeepersFixture.JOB;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogAnswer.Refused;
import org.evenkeel.kernel.keepers.LogEntry.EndedForgotten;
import org.evenkeel.kernel.keepers.LogEntry.JobClosed;
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.JobPassedOn;
import org.evenkeel.kernel.keepers.LogEntry.LeaseExpired;
import org.evenkeel.kernel.keepers.LogEntry.LeaseRenewed;
import org.evenkeel.kernel.keepers.LogEntry.LimitSet;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.kernel.keepers.LogEntry.MemberLeft;
import org.evenkeel.kernel.keepers.LogEntry.OwnerAssigned;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Entries, answers and snapshots as bytes; what is in a log is read by later versions too. */
class LogBytesTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final String LONGEST = "x".repeat(NodeId.MAX_LENGTH);
    private static final ProcessId LONG_NODE = new ProcessId(new NodeId(LONGEST), -1);

    /** One entry of each kind, and its bytes for ever. */
    private record Written(LogEntry entry, String hex) {}

    static Stream<Written> entries() {
        String a = "0161" + "7fffffffffffffff";
        String job = "0000000000005a17";
        String three = "0000000000000003";
        return Stream.of(
                new Written(new MemberJoined(A, 3, 5), "0101" + a + three + "0000000000000005"),
                new Written(new LeaseRenewed(A, 3), "0102" + a + three),
                new Written(new LeaseExpired(A, 3), "0103" + a + three),
                new Written(new MemberLeft(A, 3), "0104" + a + three),
                new Written(
                        new JobOpened(JOB, ALICE, A, 3), "0105" + job + "05616c696365" + a + three),
                new Written(new OwnerAssigned(JOB, A, 3), "0106" + job + a + three),
                new Written(new JobPassedOn(JOB, A, 3), "0107" + job + a + three),
                new Written(new JobClosed(JOB, 3), "0108" + job + three),
                new Written(new EndedForgotten(3), "0109" + three),
                new Written(new LimitSet(3, 1 << 20), "010a" + three + "0000000000100000"));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void entryKeepsItsBytes(Written written) throws LogFormatException {
        assertThat(HEX.formatHex(EntryCodec.write(written.entry()))).isEqualTo(written.hex());
        assertThat(EntryCodec.read(HEX.parseHex(written.hex()))).isEqualTo(written.entry());
    }

    @Test
    void everyKindOfEntryIsTried() {
        assertThat(entries().map(one -> one.entry().getClass()).distinct())
                .hasSameSizeAs(LogEntry.class.getPermittedSubclasses());
    }

    @Test
    void longestEntryHasItsBytes() throws LogFormatException {
        LogEntry longest = new JobOpened(new JobId(-1), LONGEST, LONG_NODE, Long.MAX_VALUE);
        byte[] bytes = EntryCodec.write(longest);
        assertThat(bytes).hasSizeLessThanOrEqualTo(EntryCodec.MAX_BYTES);
        assertThat(EntryCodec.read(bytes)).isEqualTo(longest);
    }

    @Test
    void answersKeepTheirBytes() throws LogFormatException {
        for (Reason reason : Reason.values()) {
            Refused refused = new Refused(reason, -reason.number);
            assertThat(AnswerCodec.read(AnswerCodec.write(refused))).isEqualTo(refused);
        }
        assertThat(HEX.formatHex(AnswerCodec.write(new Refused(Reason.FULL, 258))))
                .isEqualTo("010c" + "0000000000000102");
        assertThat(HEX.formatHex(AnswerCodec.write(Done.APPLIED)))
                .isEqualTo("0100" + "0000000000000000");
        assertThat(HEX.formatHex(AnswerCodec.write(Done.ALREADY)))
                .isEqualTo("01ff" + "0000000000000000");
        for (Done done : Done.values()) {
            assertThat(AnswerCodec.read(AnswerCodec.write(done))).isEqualTo(done);
        }
        assertThat(List.of(Reason.values()).stream().map(one -> one.number))
                .doesNotHaveDuplicates()
                .doesNotContain(0, 255);
    }

    @Test
    void answerSaysWhatIsKnown() {
        assertThat(new Refused(Reason.LATER_PROCESS, Long.MIN_VALUE))
                .hasToString("process 9223372036854775808 of the same node has joined later");
        assertThat(new Refused(Reason.UNKNOWN_JOB, 0)).hasToString("the job is unknown");
    }

    @Test
    void snapshotKeepsItsBytes() throws LogFormatException {
        KeepersFixture keepers = new KeepersFixture();
        keepers.openAtA();
        JobId last = new JobId(-1); // sorted unsigned
        keepers.applies(new JobOpened(last, "", A, 0));
        keepers.applies(new JobClosed(last, 1));
        keepers.expire(B);
        String hex =
                "454b4b5301"
                        + "0000000000000000"
                        + "0000000000000000"
                        + "0000000001000000"
                        + "00000002"
                        + "0161"
                        + "7fffffffffffffff"
                        + "0000000000000001"
                        + "01"
                        + "0162"
                        + "0000000000000007"
                        + "0000000000000001"
                        + "02"
                        + "00000002"
                        + "0000000000005a17"
                        + "02"
                        + "0000000000000001"
                        + "05616c696365"
                        + "0161"
                        + "ffffffffffffffff"
                        + "03"
                        + "0000000000000001"
                        + "0e501853";
        assertThat(HEX.formatHex(SnapshotCodec.write(keepers.state))).isEqualTo(hex);
        assertThat(SnapshotCodec.read(HEX.parseHex(hex)).jobs()).isEqualTo(keepers.state.jobs());
    }

    @Test
    void emptyStateHasASnapshot() throws LogFormatException {
        byte[] bytes = SnapshotCodec.write(new KeeperState());
        assertThat(bytes).hasSize(SnapshotCodec.FIXED_BYTES);
        KeeperState state = SnapshotCodec.read(bytes);
        assertThat(state.members()).isEmpty();
        assertThat(state.jobs()).isEmpty();
        assertThat(state.limitBytes()).isEqualTo(KeeperState.DEFAULT_LIMIT_BYTES);
    }

    @Test
    void errorsSayWhatIsWrongAndWhere() {
        assertWrong("", "an entry of the keepers' log cannot be read, at byte 0: it ends before");
        assertWrong("02", "at byte 0: format version 2 is unknown; this daemon knows 1: update it");
        assertWrong("010b", "at byte 1: kind 11 of entries is unknown to this daemon: update it");
        assertWrong("0108" + "00000000", "at byte 2: it ends before the job");
        assertWrong("0109" + "0000000000000000", "at byte 2: the generation is 0, and not from 1");
        assertWrong("0109" + "0000000000000001" + "00", "at byte 10: bytes after its end: 1");
        assertWrong("0102" + "00", "at byte 2: the node is not 1 to 64 letters");
        assertWrong("0102" + "0120", "at byte 2: the node is not 1 to 64 letters");
        assertWrong("0102" + "ff61", "at byte 3: it ends before the node");
        assertWrong("00".repeat(257), "it has 257 bytes; at most 256 are permitted");
    }

    @Test
    void snapshotThatWasCutSaysSo() {
        byte[] bytes = SnapshotCodec.write(new KeeperState());
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> SnapshotCodec.read(cut))
                .isInstanceOf(LogFormatException.class)
                .hasMessageContaining("damaged or cut short");
    }

    private static void assertWrong(String hex, String message) {
        assertThatThrownBy(() -> EntryCodec.read(HEX.parseHex(hex)))
                .isInstanceOf(LogFormatException.class)
                .hasMessageContaining(message);
    }
}
