package org.evenkeel.examples.study;

import java.util.List;
import java.util.Locale;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** The task: computes the results of one row. A wrong row fails, and no other row is affected. */
record RowTask(List<String> row) implements Task<List<String>> {
    static final List<String> INPUTS = List.of("contacts", "infectious_days", "vaccinated");
    static final List<String> RESULTS = List.of("peak_day", "peak_infected", "total_infected");

    @Override
    public List<String> run(TaskContext context) {
        Epidemic epidemic = new Epidemic(number(0), number(1), number(2));
        Epidemic.Course course = epidemic.run();
        return List.of(
                String.format(Locale.ROOT, "%.1f", course.peakDay()),
                String.format(Locale.ROOT, "%.6f", course.peakInfected()),
                String.format(Locale.ROOT, "%.6f", course.totalInfected()));
    }

    private double number(int column) {
        try {
            return Double.parseDouble(row.get(column));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    INPUTS.get(column) + " is a number, not \"" + row.get(column) + "\"", e);
        }
    }
}
