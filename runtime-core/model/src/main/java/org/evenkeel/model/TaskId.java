package org.evenkeel.model;

/**
 * The id of a task, unique for ever.
 *
 * @param origin random 64-bit number of the process (client or worker) that made the task
 * @param number counts the tasks of that process, from 1; together with its job it names a task of
 *     a client too (pstrn of the NRICS-SPM paper), for a job's client has one origin, whoever
 *     attaches
 */
public record TaskId(long origin, long number) implements Comparable<TaskId> {

    /** Reads what {@link #toString()} writes. */
    public static TaskId parse(String text) {
        int dash = text.indexOf('-');
        if (dash <= 0) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a task id; one looks like 3k7x0a9q2m4fz-17");
        }
        try {
            return new TaskId(
                    Ids.parse(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a task id; one looks like 3k7x0a9q2m4fz-17", e);
        }
    }

    @Override
    public int compareTo(TaskId other) {
        int byOrigin = Long.compareUnsigned(origin, other.origin);
        return byOrigin != 0 ? byOrigin : Long.compare(number, other.number);
    }

    @Override
    public int hashCode() {
        long mixed = (origin ^ number) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskId that && origin == that.origin && number == that.number;
    }

    @Override
    public String toString() {
        return Ids.text(origin) + "-" + number;
    }
}
