package org.evenkeel.api;

/**
 * A program in the style of the papers: a loop that receives tasks and sends results, and may send
 * tasks to other instances of the program. Workers need a constructor without arguments.
 */
@FunctionalInterface
public interface TaskProcess {

    /**
     * Runs until no task is left to serve. If it returns or throws before it has answered a
     * received task, that task fails; the worker starts the loop again for the next task.
     *
     * @throws InterruptedException if the process is stopped; any other exception fails the
     *     unanswered task
     */
    void run(ProcessCalls calls) throws Exception;
}
