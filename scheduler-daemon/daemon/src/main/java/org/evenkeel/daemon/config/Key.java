package org.evenkeel.daemon.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Every key of a daemon's configuration; a flag has the same name with two dashes in front. */
public enum Key {
    CLUSTER_DIR("directory shared by the daemons of one local cluster"),
    NODE("name of this node; default: the host's name"),
    WORKERS("slots, one worker process each; default: available processors"),
    POLICY("balancing policy; default: hybrid(relay=on)"),
    LOAD("load model; default: worker-busy"),
    MASTER("may be the master of scheduling phases, and runs no tasks; default: false"),
    SPEED(
            "of one worker, for scheduling phases; 1 is the reference; default: auto, measured at start"),
    NEIGHBOURS("n2,n3 or n2=host:port,...; excludes topology and seeds"),
    TOPOLOGY("mesh, torus, ring, hypercube, star, complete or random-k; needs members"),
    MEMBERS("all nodes of the topology in its order"),
    SEEDS(
            "host:port,... to ask who is there, empty for the first node; excludes neighbours and topology"),
    LISTEN("host:port to listen on; default: 127.0.0.1:0"),
    ADVERTISE("host:port told to peers, where a forwarder listens; default: that of listen"),
    TLS("on, as soon as this machine has a certificate, or off, on loopback only; default: on"),
    TLS_ENGINE(
            "who computes TLS: jdk, openssl, or auto for the faster one that is there; default: auto"),
    WORKER_HEAP("-Xmx of a worker, e.g. 512m; default: a quarter of the memory over the slots"),
    WORKER_HEAP_MAX("most heap a job may ask for; default: half of the memory"),
    WORKER_DISK(
            "files of a worker in its directory, e.g. 2g; default: a quarter of the free disk over the slots"),
    WORKER_DISK_MAX("most disk a job may ask for; default: half of the free disk"),
    WORKER_PROCESSES("processes and threads of a worker together; default: 512"),
    WORKER_PROCESSES_MAX("most of them a job may ask for; default: 4096"),
    WORKER_USER(
            "auto, same, a user's name, or numbers like 60600-61111; default: auto, other users when started by root"),
    WORKER_ENVIRONMENT(
            "variables of the daemon's environment that workers, and so tasks, see: PATH,MY_DATA for instance; default: "
                    + WorkerEnvironment.DEFAULT),
    WORKER_CGROUPS("auto, or off; default: auto, where the daemon may make control groups"),
    SHARE_FILES(
            "auto: daemons of this machine hand each other checkpoints as files; off: through sockets; default: auto"),
    PLAIN_LOOPBACK(
            "refuse, or accept links over TCP without TLS that are not sealed, while daemons of builds that cannot seal run on this machine; default: refuse"),
    HOLDER_LEASE("a holder nobody answers drops what it has not started; default: 20s"),
    OWNER_LEASE("an owner that hears nothing issues new grants; default: 30s"),
    EXIT_ON_STDIN_EOF("end when standard input ends; default: false"),
    HOME("installation, holds lib/; default: system property evenkeel.home"),
    DRAIN_GRACE("longest wait at SIGTERM for tasks to leave; default: 10s"),
    SESSION_LEASE("a client that lost its connection may return within this; default: 10s"),
    WORKER_IDLE(
            "a worker whose job has had nothing for it so long ends, with all that came from it; default: 5m"),
    JOB_RETENTION("a job that outlives its client is kept so long without one; default: 168h"),
    PING_EVERY("silence on a link before a ping; default: 5s"),
    PING_LIMIT("silence on a link before it is closed; default: 15s"),
    SILENCE_LIMIT(
            "another daemon without a link for so long is called gone, if others say the same; longer than owner-lease; default: 60s, at least twice the owner-lease"),
    CLIENT_TASKS("open tasks permitted to one client; default: 65536"),
    CLIENT_BYTES("payload bytes of open tasks permitted to one client; default: 33554432"),
    BUNDLE_BYTES("code kept on disk; default: 2147483648"),
    JOURNAL_SEGMENT_BYTES("length of the journal's files; default: 16777216"),
    LOW_DISK_BYTES(
            "with less usable, tasks that need the disk are refused; default: 268435456, at most a twentieth"),
    QUOTAS(
            "what each submitter may have here, e.g. {default {tasks=100000, bytes=1GiB, jobs=10, processors=4}, alice {processors=0}}; default: {default {jobs=1000}}"),
    REQUIRE_SIGNED_CODE(
            "file or directory of PEM certificates or public keys; code is refused unless all its jars are signed by one of them; default: off"),
    AUDIT_BYTES("longest file of audit.log; default: 10485760"),
    AUDIT_FILES("how many of these files are kept, at least 2; default: 5"),
    CALENDAR(
            "when this node takes tasks: {zone=Europe/Berlin, weekly=[\"Mon-Fri 19:00-07:00\"], except=[2026-12-24]}, or always; for tests {open=[5-30,40-60]} in seconds from the start; default: always"),
    AT_CLOSE(
            "tasks that run when the calendar closes the node: put-back, to run again elsewhere or later, or finish; default: put-back"),
    RECORD("file to write down which tasks come and how long they run; default: none"),
    RECORD_BYTES("longest such file; default: 268435456"),
    WALL_CLOCK_OFFSET("added to the machine's clock, for tests, e.g. -2h; default: none");

    private static final int MAX_DISTANCE = 3;

    private final String description;

    Key(String description) {
        this.description = description;
    }

    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String description() {
        return description;
    }

    /**
     * The key of this spelling.
     *
     * @throws ConfigException naming the nearest key when there is none
     */
    public static Key of(String spelling) throws ConfigException {
        for (Key key : values()) {
            if (key.spelling().equals(spelling)) {
                return key;
            }
        }
        Optional<Key> nearest =
                Arrays.stream(values())
                        .min(Comparator.comparingInt(key -> distance(key.spelling(), spelling)))
                        .filter(key -> distance(key.spelling(), spelling) <= MAX_DISTANCE);
        throw new ConfigException(
                "unknown key \""
                        + spelling
                        + "\""
                        + nearest.map(key -> "; did you mean \"" + key.spelling() + "\"?")
                                .orElse(""));
    }

    /** Insertions, deletions and replacements from one text to the other. */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
