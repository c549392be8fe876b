package org.evenkeel.daemon.worker.guard;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processes that came from one worker. A process belongs to it that is the worker, has a parent
 * in it, is in a session that one of it opened, carries its mark, or was seen in it before: so a
 * child whose parent has ended is found, too, and one that opened a session of its own.
 */
final class ProcessTree {

    private final long worker;
    private final String mark;
    private Set<ProcessEntry.Name> seen = new HashSet<>();
    private final Set<Long> sessions = new HashSet<>();
    private boolean met;

    /**
     * @param worker pid of the worker; the sessions that it opens are its own
     * @param mark value of {@link ProcessTable#MARK} in its environment
     */
    ProcessTree(long worker, String mark) {
        this.worker = worker;
        this.mark = mark;
    }

    /**
     * Who of these belongs to it and lives.
     *
     * @param all every process of the machine
     * @param marks theirs
     */
    List<ProcessEntry> of(List<ProcessEntry> all, Map<ProcessEntry.Name, String> marks) {
        Set<Long> pids = new HashSet<>();
        Set<Long> open = new HashSet<>();
        Set<ProcessEntry.Name> members = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (ProcessEntry process : all) {
                if (!members.contains(process.name()) && belongs(process, pids, marks)) {
                    members.add(process.name());
                    pids.add(process.pid());
                    met |= process.pid() == worker;
                    if (process.session() == process.pid()) {
                        sessions.add(process.pid());
                    }
                    open.add(process.session());
                    more = true;
                }
            }
        }
        seen = members;
        sessions.retainAll(open); // a number is given to strangers when no process is left under it
        return all.stream()
                .filter(process -> members.contains(process.name()) && !process.zombie())
                .toList();
    }

    private boolean belongs(
            ProcessEntry process, Set<Long> pids, Map<ProcessEntry.Name, String> marks) {
        return !met && process.pid() == worker
                || pids.contains(process.parent())
                || sessions.contains(process.session())
                || seen.contains(process.name())
                || mark.equals(marks.get(process.name()));
    }
}
