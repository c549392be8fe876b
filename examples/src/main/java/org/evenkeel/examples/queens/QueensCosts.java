package org.evenkeel.examples.queens;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/**
 * The program: what each task of {@link Queens} costs, in boards looked at, which is the same on
 * every machine. Its output is the recording that simulations read.
 */
public final class QueensCosts implements Example {
    public static void main(String[] arguments) {
        ExampleMain.run(new QueensCosts(), arguments);
    }

    @Override
    public String description() {
        return "Tells how many boards each task of the queens program looks at.";
    }

    @Override
    public Options options() {
        return Queens.cut();
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int n = values.whole("n");
        int depth = Math.min(n, values.whole("depth"));
        List<CostTask> tasks =
                Queens.tasks(n, depth).stream()
                        .map(task -> new CostTask(task.queensBoard()))
                        .toList();
        List<Long> costs = runner.runAll("costs", tasks);
        List<List<Integer>> placings = new ArrayList<>();
        place(QueensBoard.empty(n), depth, List.of(), placings);
        Report report =
                Report.of(true)
                        .line(
                                "# %d queens: the columns of the first queens, and boards looked at",
                                n)
                        .field("n", n)
                        .field("tasks", tasks.size())
                        .field("boards", costs.stream().mapToLong(Long::longValue).sum())
                        .field("costs", costs);
        for (int i = 0; i < tasks.size(); i++) {
            StringBuilder line = new StringBuilder();
            placings.get(i).forEach(column -> line.append(column).append(' '));
            report.line("%s%d", line, costs.get(i));
        }
        return report;
    }

    /** The columns of the queens of every board, in the order of {@link QueensBoard#fill}. */
    private static void place(
            QueensBoard queensBoard,
            int rows,
            List<Integer> columns,
            List<List<Integer>> placings) {
        if (rows == 0) {
            placings.add(columns);
            return;
        }
        for (QueensBoard next : queensBoard.fill(1)) {
            List<Integer> more = new ArrayList<>(columns);
            more.add(Integer.numberOfTrailingZeros(next.columns() & ~queensBoard.columns()));
            place(next, rows - 1, more, placings);
        }
    }
}
