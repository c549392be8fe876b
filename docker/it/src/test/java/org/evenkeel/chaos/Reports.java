package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assertions;

/** What all clients of a run report together. */
record Reports(List<ClientReport> all) {

    /** Enough in a message; the reports have all. */
    private static final int SOME = 5;

    long tasks() {
        return all.stream().mapToLong(ClientReport::tasks).sum();
    }

    long lost() {
        return all.stream().mapToLong(ClientReport::lost).sum();
    }

    List<String> each(Function<ClientReport, List<String>> what) {
        return all.stream().flatMap(report -> what.apply(report).stream()).toList();
    }

    /** The first few. */
    private List<String> some(Function<ClientReport, List<String>> what) {
        return each(what).stream().limit(SOME).toList();
    }

    /**
     * Adds what became of their tasks.
     *
     * @param tasks whose they were, in words
     */
    void addTo(Rows rows, String tasks) {
        rows.add("tasks", tasks, tasks());
        rows.add("lost", "tasks lost", lost(), "0");
        rows.add("twice", "results delivered twice", each(r -> r.twice).size(), "0");
        rows.add("wrong", "wrong results", each(r -> r.wrong).size(), "0");
        rows.add("failed", "tasks failed", each(r -> r.failed).size(), "0");
        rows.add("refused", "tasks refused and submitted again", each(r -> r.refused).size());
    }

    /** Every task was completed, once, right. */
    void check() {
        check(failure -> false);
    }

    /**
     * The same, but for tasks that fail for a reason that the documentation names.
     *
     * @param excused whether a failure is one of those
     */
    void check(Predicate<String> excused) {
        List<String> failed = each(r -> r.failed);
        long excusedNumber = failed.stream().filter(excused).count();
        Assertions.assertAll(
                () -> assertThat(some(r -> r.open)).as("tasks still open").isEmpty(),
                () ->
                        assertThat(failed.stream().filter(excused.negate()).limit(SOME))
                                .as("tasks failed")
                                .isEmpty(),
                () -> assertThat(lost()).as("tasks lost").isEqualTo(excusedNumber),
                () -> assertThat(some(r -> r.twice)).as("delivered twice").isEmpty(),
                () -> assertThat(some(r -> r.wrong)).as("wrong results").isEmpty());
    }
}
