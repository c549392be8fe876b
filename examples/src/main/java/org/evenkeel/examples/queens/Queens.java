package org.evenkeel.examples.queens;

import java.util.List;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: one task for each way to fill the first rows. */
public final class Queens implements Example {
    public static void main(String[] arguments) {
        ExampleMain.run(new Queens(), arguments);
    }

    @Override
    public String description() {
        return "Counts the ways to place n queens on an n x n board so that none attacks another.";
    }

    @Override
    public Options options() {
        return cut();
    }

    /** How large the board is, and how finely the work is cut. */
    static Options cut() {
        return new Options()
                .number("n", 14, 1, QueensBoard.MAX_N, "rows of the board")
                .number("depth", 3, 0, 8, "rows filled before the work is cut into tasks");
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int n = values.whole("n");
        List<QueensTask> tasks = tasks(n, Math.min(n, values.whole("depth")));
        long solutions = sum(runner.runAll("queens", tasks));
        long known = QueensBoard.knownSolutions(n);
        boolean correct = known < 0 || solutions == known;
        return Report.of(correct)
                .line(
                        "%d queens: %,d solutions%s",
                        n, solutions, correct ? "" : " -- WRONG, it is " + known)
                .field("n", n)
                .field("solutions", solutions)
                .field("tasks", tasks.size());
    }

    /** One task for each way to fill the first rows. */
    public static List<QueensTask> tasks(int n, int depth) {
        return QueensBoard.empty(n).fill(depth).stream().map(QueensTask::new).toList();
    }

    /** The sum of the tasks' results. */
    public static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
