package org.evenkeel.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * A task whose result is known, and which writes down on its machine that it begins.
 *
 * @param job under which the machine keeps its notes
 * @param number of the task, yields its square
 * @param millis how long it sleeps
 */
record NotedTask(String job, int number, int millis) implements Task<Long> {

    /** Where machines keep their notes: a line for each run, number and wall clock in ms. */
    static final String NOTES = "/tmp/runs-of-";

    @Override
    public Long run(TaskContext context) throws IOException, InterruptedException {
        Files.writeString(
                Path.of(NOTES + job),
                number + " " + System.currentTimeMillis() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        Thread.sleep(millis);
        return (long) number * number;
    }
}
