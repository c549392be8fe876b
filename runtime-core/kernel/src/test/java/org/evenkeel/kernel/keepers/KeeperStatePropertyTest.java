package org.evenkeel.kernel.keepers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogAnswer.Refused;
import org.evenkeel.kernel.keepers.LogEntry.JobClosed;
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.LimitSet;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.testing.Seeds;

/** What holds for any entries, as long as no process uses a number twice and no job an id. */
class KeeperStatePropertyTest {
    private static final int ENTRIES = 600;

    @Seeds(inLongForm = 300)
    void entriesThatTookEffectChangeNothingWhenTheyComeAgainInAnyOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomLog log = new RandomLog(random);
        KeeperState state = new KeeperState();
        List<LogEntry> effective = new ArrayList<>();
        for (int i = 0; i < ENTRIES; i++) {
            LogEntry entry = log.next(state);
            if (state.apply(entry) != Done.APPLIED) {
                continue;
            }
            effective.add(entry);
            byte[] before = SnapshotCodec.write(state);
            assertThat(state.apply(entry)).as("%s", entry).isEqualTo(Done.ALREADY);
            for (int copy = 0; copy < 20; copy++) {
                LogEntry late = effective.get(random.nextInt(effective.size()));
                assertThat(state.apply(late)).as("%s", late).isNotEqualTo(Done.APPLIED);
            }
            assertThat(SnapshotCodec.write(state)).isEqualTo(before);
        }
        assertThat(effective).hasSizeGreaterThan(ENTRIES / 6);
    }

    @Seeds(inLongForm = 300)
    void entriesThatAreRefusedChangeNothing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomLog log = new RandomLog(random);
        KeeperState state = new KeeperState();
        Set<Object> answers = new LinkedHashSet<>();
        for (int i = 0; i < ENTRIES; i++) {
            byte[] before = SnapshotCodec.write(state);
            LogEntry entry = log.next(state);
            LogAnswer answer = state.apply(entry);
            answers.add(answer instanceof Refused refused ? refused.reason() : answer);
            if (answer != Done.APPLIED) {
                assertThat(SnapshotCodec.write(state)).as("%s", entry).isEqualTo(before);
            }
        }
        assertThat(answers).hasSizeGreaterThan(10); // of 15: the log has entries of all kinds
    }

    @Seeds(inLongForm = 300)
    void keeperThatBeginsWithASnapshotDecidesLikeAllOthers(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomLog log = new RandomLog(random);
        KeeperState first = new KeeperState();
        KeeperState second = new KeeperState();
        for (int i = 0; i < ENTRIES; i++) {
            if (random.nextInt(10) == 0) {
                second = reread(first);
            }
            LogEntry entry = log.next(first);
            assertThat(second.apply(entry)).as("%s", entry).isEqualTo(first.apply(entry));
            assertEqual(second, first);
        }
    }

    @Seeds(inLongForm = 300)
    void rulesOfTheStateHoldAfterEachEntry(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomLog log = new RandomLog(random);
        KeeperState state = new KeeperState();
        StateRules rules = new StateRules();
        for (int i = 0; i < ENTRIES; i++) {
            LogEntry entry = log.next(state);
            rules.before(state);
            rules.after(entry, state.apply(entry), state);
        }
    }

    @Seeds
    void orderInWhichThingsBeganDoesNotShowInTheBytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<NodeId, ProcessId> processes = new LinkedHashMap<>();
        List<LogEntry> joined = new ArrayList<>();
        List<LogEntry> opened = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            NodeId node = new NodeId("n" + random.nextInt(1_000));
            ProcessId process = new ProcessId(node, random.nextLong());
            if (processes.putIfAbsent(node, process) == null) {
                joined.add(new MemberJoined(process, 1, 0));
                opened.add(new JobOpened(new JobId(random.nextLong()), "alice", process, 0));
            }
        }
        byte[] bytes = SnapshotCodec.write(begun(joined, opened));
        Random shuffles = new Random(seed);
        for (int i = 0; i < 10; i++) {
            Collections.shuffle(joined, shuffles);
            Collections.shuffle(opened, shuffles);
            assertThat(SnapshotCodec.write(begun(joined, opened))).isEqualTo(bytes);
        }
    }

    @Seeds
    void limitIsTheSameDecisionAtAllKeepers(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ProcessId owner = new ProcessId(new NodeId("n" + seed), seed);
        KeeperState first = new KeeperState();
        first.apply(new MemberJoined(owner, 1, 0));
        long limit = LogEntry.MIN_LIMIT_BYTES + random.nextInt(1_000);
        first.apply(new LimitSet(1, limit));
        KeeperState second = reread(first);
        List<JobId> open = new ArrayList<>();
        int full = 0;
        for (int i = 0; i < 3_000; i++) {
            if (random.nextInt(200) == 0) {
                second = reread(first);
            }
            boolean closes = !open.isEmpty() && random.nextInt(3) == 0;
            JobId job =
                    closes
                            ? open.remove(random.nextInt(open.size()))
                            : new JobId(random.nextLong());
            String submitter = "s".repeat(random.nextInt(NodeId.MAX_LENGTH + 1));
            LogEntry entry =
                    closes ? new JobClosed(job, 1) : new JobOpened(job, submitter, owner, 0);
            LogAnswer answer = first.apply(entry);
            assertThat(second.apply(entry)).isEqualTo(answer);
            assertThat(first.bytes()).isEqualTo(second.bytes()).isLessThanOrEqualTo(limit);
            if (answer.holds() && !closes) {
                open.add(job);
            }
            full += answer.equals(new Refused(Reason.FULL, limit)) ? 1 : 0;
        }
        assertThat(full).isPositive();
        assertEqual(second, first);
    }

    private static KeeperState begun(List<LogEntry> joined, List<LogEntry> opened) {
        KeeperState state = new KeeperState();
        joined.forEach(entry -> assertThat(state.apply(entry)).isEqualTo(Done.APPLIED));
        opened.forEach(entry -> assertThat(state.apply(entry)).isEqualTo(Done.APPLIED));
        return state;
    }

    private static KeeperState reread(KeeperState state) {
        try {
            return SnapshotCodec.read(SnapshotCodec.write(state));
        } catch (LogFormatException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertEqual(KeeperState one, KeeperState other) {
        assertThat(one.members()).isEqualTo(other.members());
        assertThat(one.jobs()).isEqualTo(other.jobs());
        assertThat(one.bytes()).isEqualTo(other.bytes());
        assertThat(SnapshotCodec.write(one)).isEqualTo(SnapshotCodec.write(other));
    }
}
