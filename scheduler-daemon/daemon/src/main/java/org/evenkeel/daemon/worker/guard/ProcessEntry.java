package org.evenkeel.daemon.worker.guard;

/**
 * One process as the system tells of it.
 *
 * @param started when, in ticks since the machine's start; pid and this name a process for good
 * @param session pid of the process that opened its session
 * @param threads of it
 * @param residentBytes memory that it holds, shared pages included
 * @param zombie whether it has ended and nobody has asked how
 */
record ProcessEntry(
        long pid,
        long parent,
        long session,
        long started,
        int threads,
        long residentBytes,
        boolean zombie) {

    /** Names the process for good. */
    record Name(long pid, long started) {}

    Name name() {
        return new Name(pid, started);
    }
}
