package org.evenkeel.api;

/**
 * A program written as the papers do: a loop that receives tasks and sends results, and may itself
 * send tasks to its like. Needs a constructor without arguments to be run by workers.
 */
@FunctionalInterface
public interface TaskProcess {

    /**
     * Runs until there is nothing more to serve. A task that was received and not answered when it
     * returns or throws has failed; a worker starts the loop anew for the next task.
     *
     * @throws InterruptedException when the process is stopped; other exceptions fail what is
     *     unanswered
     */
    void run(ProcessCalls calls) throws Exception;
}
