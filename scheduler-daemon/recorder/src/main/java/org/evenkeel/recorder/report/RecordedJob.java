package org.evenkeel.recorder.report;

import java.util.List;
import org.evenkeel.recorder.report.RunColumns.Bar;

/**
 * What is recorded of a job. Times are microseconds since 1970.
 *
 * @param facts what it is
 * @param machines those of the cluster while it was there, in order of their names
 * @param slots the rows of its picture, in order of machines
 * @param kinds names of the kinds of its tasks; the number of a kind is its place
 * @param tasks its tasks; the number of a task is its place
 * @param runs each with a slot of {@code slots} as its row, of this job alone
 * @param others when slots ran tasks of other jobs
 * @param closed when machines started nothing, as far as that is known
 * @param gaps times of which records are lost, within those of the job
 * @param silent machines that did not answer, in the order of their names
 */
record RecordedJob(
        Facts facts,
        List<Machine> machines,
        List<Slot> slots,
        List<String> kinds,
        List<TaskFacts> tasks,
        List<Bar> runs,
        List<Stretch> others,
        List<Stretch> closed,
        List<Gap> gaps,
        List<String> silent) {

    /**
     * What a job is.
     *
     * @param id as people write it
     * @param name as its program named it; its id if it did not
     * @param submitter whose it is, empty for the machine's user
     * @param begin first submission
     * @param end last end of a task, or the last record of one that has not ended
     */
    record Facts(String id, String name, String submitter, long begin, long end) {}

    /** A machine, and how many slots it has. */
    record Machine(String name, int slots) {}

    /** A slot of a machine. */
    record Slot(String machine, int number) {}

    /**
     * A task of the job.
     *
     * @param id as people write it
     * @param kind number of its kind
     * @param submitted when
     * @param waitedUntil when its first run began, or it ended without one; {@link Long#MAX_VALUE}
     *     if it still waits
     * @param runMicros of all its runs
     * @param outcome how it ended, such as {@code SUCCEEDED}; what a failure says follows
     */
    record TaskFacts(
            String id, int kind, long submitted, long waitedUntil, long runMicros, String outcome) {

        boolean hasFailed() {
            return outcome.startsWith("FAILED");
        }

        boolean isOpen() {
            return outcome.isEmpty();
        }
    }

    /**
     * A time of a row.
     *
     * @param row place of a slot or of a machine
     */
    record Stretch(int row, long begin, long end) {}

    /**
     * Lost records.
     *
     * @param machine of which; empty for all of them
     * @param lost how many; negative if that is not known
     * @param why in words; empty if that is not known
     */
    record Gap(String machine, long begin, long end, long lost, String why) {

        /** Records that a node wrote over before it was asked. */
        Gap(String machine, long begin, long end, long lost) {
            this(machine, begin, end, lost, "");
        }

        boolean isOf(String name) {
            return machine.isEmpty() || machine.equals(name);
        }
    }
}
