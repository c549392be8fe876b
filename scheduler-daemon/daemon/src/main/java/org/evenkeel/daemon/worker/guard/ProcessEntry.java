package org.evenkeel.daemon.worker.guard;

/**
 * One process as the system tells of it.
 *
 * @param started when, in ticks since the machine's start; pid and this name a process for good
 * @param session pid of the process that opened its session
 * @param threads of it
 * @param residentBytes memory that it holds, shared pages included
 * @param cpuTicks processor time that it used, and children of it that have ended
 * @param stopped whether it is stopped by a signal or a debugger
 * @param zombie whether it has ended and no process has asked how
 */
record ProcessEntry(
        long pid,
        long parent,
        long session,
        long started,
        int threads,
        long residentBytes,
        long cpuTicks,
        boolean stopped,
        boolean zombie) {

    /** Names the process for good. */
    record Name(long pid, long started) {}

    Name name() {
        return new Name(pid, started);
    }
}
