package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RecordedJob.Facts;
import org.evenkeel.recorder.report.RecordedJob.Gap;
import org.evenkeel.recorder.report.RecordedJob.Machine;
import org.evenkeel.recorder.report.RecordedJob.Slot;
import org.evenkeel.recorder.report.RecordedJob.Stretch;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;

/** Jobs as they could have been recorded. */
final class SampleJobs {

    static final long BEGIN = 1_795_777_200_000_000L;
    static final String ID = "3k7x0a9q2m4fz";

    private SampleJobs() {}

    /** All submitted at the beginning, to machines of four slots; some fail, some move. */
    static RecordedJob of(int tasks, int machines, List<String> kinds) {
        return of(tasks, machines, kinds, "rendering", "n");
    }

    /** The same of a job of this name, at machines whose names begin so. */
    static RecordedJob of(
            int tasks, int machines, List<String> kinds, String name, String machinePrefix) {
        Random random = new Random(28);
        int slots = 4;
        List<Machine> all = new ArrayList<>();
        List<Slot> rows = new ArrayList<>();
        for (int machine = 0; machine < machines; machine++) {
            all.add(new Machine(machinePrefix + (machine + 1), slots));
            for (int slot = 0; slot < slots; slot++) {
                rows.add(new Slot(machinePrefix + (machine + 1), slot));
            }
        }
        long[] free = new long[rows.size()];
        Arrays.fill(free, BEGIN);
        List<TaskFacts> facts = new ArrayList<>();
        List<Bar> runs = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            int kind = random.nextInt(kinds.size());
            int row = random.nextInt(rows.size());
            long length = 50_000 + (long) (Math.exp(random.nextGaussian()) * 400_000 * (kind + 1));
            long begin = free[row] + random.nextInt(3_000);
            boolean moves = random.nextInt(500) == 0;
            boolean fails = random.nextInt(300) == 0;
            Ended ended = moves ? Ended.MOVED : fails ? Ended.FAILED : Ended.FINISHED;
            runs.add(new Bar(row, kind, begin, length, task, ended));
            free[row] = begin + length;
            long ran = length;
            if (moves) {
                int other = (row + slots) % rows.size();
                long again = Math.max(free[other], free[row]) + 20_000;
                runs.add(new Bar(other, kind, again, length, task, Ended.FINISHED));
                free[other] = again + length;
                ran += length;
            }
            String outcome =
                    fails && !moves
                            ? "FAILED: java.io.IOException: no input " + task % 3
                            : "SUCCEEDED";
            facts.add(new TaskFacts(ID + "-" + task, kind, BEGIN, begin, ran, outcome));
        }
        long end = Arrays.stream(free).max().orElseThrow();
        return new RecordedJob(
                new Facts(ID, name, "alice", BEGIN, end),
                all,
                rows,
                kinds,
                facts,
                runs,
                List.of(),
                List.of(new Stretch(0, end - 1_000_000, end)),
                List.of(new Gap(machinePrefix + "1", BEGIN + 1_000_000, BEGIN + 2_500_000, 1_234)),
                List.of());
    }
}
