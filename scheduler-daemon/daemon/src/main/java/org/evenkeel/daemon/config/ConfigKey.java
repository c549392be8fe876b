package org.evenkeel.daemon.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.evenkeel.model.SpellingSuggestion;

/** Every key of a daemon's configuration; a flag has the same name with two dashes in front. */
public enum ConfigKey {
    CLUSTER_DIR(
            "directory of the cluster, shared by its daemons on this machine; "
                    + "default: clusters/default in the state directory"),
    NODE("name of this node; default: the host's name"),
    WORKERS("number of worker slots, one process each; default: available processors"),
    POLICY("balancing policy; default: auto"),
    LOAD("load model: worker-busy or queue-stack; default: worker-busy"),
    MASTER("this node may be master of scheduling phases, and runs no tasks; default: false"),
    SPEED(
            "speed of one worker, 1 being the reference: tasks that run move to faster ones; "
                    + "default: auto, measured once after the machine was started"),
    NEIGHBOURS("neighbours, n2,n3 or n2=host:port,...; excludes topology and seeds"),
    TOPOLOGY("mesh, torus, ring, hypercube, star, complete or random(k=3); needs members"),
    MEMBERS("all nodes of the topology, in its order"),
    SEEDS(
            "addresses host:port,... of daemons to join; empty for the first node; "
                    + "excludes neighbours and topology"),
    LISTEN("address to listen on, host:port; default: 127.0.0.1:0"),
    ADVERTISE(
            "address announced to peers, host:port, if a forwarder listens there; "
                    + "default: that of listen"),
    TLS("on, once this machine has a certificate; off, only for loopback; default: on"),
    TLS_ENGINE(
            "TLS implementation: jdk, openssl, or auto for the faster available one; "
                    + "default: auto"),
    WORKER_HEAP(
            "heap of each worker (-Xmx), e.g. 512m; default: a quarter of the memory, "
                    + "divided by slots"),
    WORKER_HEAP_MAX("maximum heap that a job may request; default: half of the memory"),
    WORKER_DISK(
            "disk space of each worker's directory, e.g. 2g; default: a quarter of the "
                    + "free disk, divided by slots"),
    WORKER_DISK_MAX("maximum disk space that a job may request; default: half of the free disk"),
    WORKER_PROCESSES("processes and threads of each worker together; default: 512"),
    WORKER_PROCESSES_MAX("maximum processes and threads that a job may request; default: 4096"),
    WORKER_USER(
            "user that runs the workers: auto, same, a user's name, or user ids such "
                    + "as 60600-61111; default: auto, other users when started by root"),
    WORKER_ENVIRONMENT(
            "environment variables passed on to workers, and so to tasks, e.g. "
                    + "PATH,MY_DATA; default: "
                    + WorkerEnvironment.DEFAULT),
    WORKER_OPTIONS(
            "further options of each worker's JVM, e.g. \"-XX:+UseParallelGC -Dmy.data=/srv\"; "
                    + "default: none"),
    JOB_OPTIONS(
            "JVM options and environment that jobs may request for their workers, e.g. "
                    + "\"gc,preview,properties(com.acme.),environment(MY_)\", or none; default: "
                    + JobOptions.DEFAULT),
    WORKER_CGROUPS("auto or off; default: auto, if the daemon may create control groups"),
    PLAIN_LOOPBACK(
            "refuse, or accept: daemons of this machine may send unencrypted what they send "
                    + "over TCP, while one of them is of a build that cannot encrypt it without "
                    + "certificates; default: refuse"),
    HOLDER_LEASE(
            "a holder drops its unstarted tasks if their owner is silent for so long; "
                    + "default: 20s"),
    OWNER_LEASE("an owner issues new grants if a holder is silent for so long; default: 30s"),
    EXIT_ON_STDIN_EOF("stop when standard input ends; default: false"),
    HOME("installation directory, which contains lib/; default: system property evenkeel.home"),
    DRAIN_GRACE("maximum time to drain after SIGTERM; default: 10s"),
    SESSION_LEASE("time within which a disconnected client may return; default: 10s"),
    WORKER_IDLE(
            "an idle worker and its processes end after so long without tasks of its "
                    + "job; default: 5m"),
    JOB_RETENTION("time for which a detached job is kept without a client; default: 168h"),
    PING_EVERY("silence on a link before a ping is sent; default: 5s"),
    PING_LIMIT("silence on a link before it is closed; default: 15s"),
    SILENCE_LIMIT(
            "a daemon without a link for so long is declared gone, if others confirm; "
                    + "longer than owner-lease; default: 60s, at least twice the owner-lease"),
    CLIENT_TASKS("maximum open tasks of one client; default: 65536"),
    CLIENT_BYTES("maximum payload bytes of one client's open tasks; default: 33554432"),
    BUNDLE_BYTES("maximum bytes of code kept on disk; default: 2147483648"),
    JOURNAL_SEGMENT_BYTES("size of the journal's files in bytes; default: 16777216"),
    LOW_DISK_BYTES(
            "free disk space in bytes below which tasks that need the disk are "
                    + "rejected; default: 268435456, at most a twentieth of the disk"),
    QUOTAS(
            "limits of each submitter at this node, e.g. {default {tasks=100000, "
                    + "bytes=1GiB, jobs=10, processors=4}, alice {processors=0}}; default: "
                    + "{default {jobs=1000}}"),
    REQUIRE_SIGNED_CODE(
            "file or directory of PEM certificates or public keys; code is accepted "
                    + "only if one of them signed all its jars; default: off"),
    JOB_LOG_BYTES(
            "maximum size of what is kept of the output of a job's tasks, in bytes; "
                    + "default: 67108864"),
    LOGS_BYTES(
            "maximum size of what is kept of the output of all jobs together, in bytes; "
                    + "default: 1073741824"),
    AUDIT_BYTES("maximum size of an audit.log file in bytes; default: 10485760"),
    AUDIT_FILES("number of audit.log files to keep, at least 2; default: 5"),
    CALENDAR(
            "when this node runs tasks: {zone=Europe/Berlin, weekly=[\"Mon-Fri "
                    + "19:00-07:00\"], except=[2026-12-24]}, or always; for tests "
                    + "{open=[5-30,40-60]} in seconds from the start; default: always"),
    AT_CLOSE(
            "what happens to running tasks when the calendar closes the node: move, to "
                    + "suspend them and resume them elsewhere or later; restart, to run them "
                    + "again from their newest checkpoint; or finish; default: move"),
    OWNER(
            "on, off, or what the machine's owner permits: {active-for=3s, first=suspend, "
                    + "leave-after=5m, leave-within=10s, resume-after=15m, max-load=0.3, "
                    + "only-on-ac=true}; while the owner is active, workers are frozen, and "
                    + "after leave-after their tasks move; default: off"),
    SPOT(
            "provider that is asked whether it is about to take this machine away, so that the "
                    + "daemon leaves in time: auto (found out from the machine), off, aws, google, "
                    + "azure, or {provider=aws, on-rebalance=leave}; default: auto"),
    METRICS(
            "metrics for Prometheus: off; on, at http://127.0.0.1:9464/metrics; host:port, with TLS "
                    + "for other than loopback addresses; or {listen=\"127.0.0.1:9464\", "
                    + "tls=on, push=\"http://collector:4318/v1/metrics\", every=30s}, which sends them by "
                    + "OTLP too; default: off"),
    RECORD("file to which the arrival and running time of tasks are recorded; default: none"),
    RECORD_EVENTS(
            "file to which every event of the scheduler and its effects are recorded, for "
                    + "evenkeel lab replay; default: none"),
    RECORD_BYTES("maximum size of each recording in bytes; default: 268435456"),
    WALL_CLOCK_OFFSET("offset added to the machine's clock, for tests, e.g. -2h; default: none");

    private static final int MAX_DISTANCE = 3;

    private final String description;

    ConfigKey(String description) {
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
    public static ConfigKey of(String spelling) throws ConfigException {
        for (ConfigKey configKey : values()) {
            if (configKey.spelling().equals(spelling)) {
                return configKey;
            }
        }
        List<String> known = Arrays.stream(values()).map(ConfigKey::spelling).toList();
        String nearest = SpellingSuggestion.to(spelling, known);
        throw new ConfigException(
                "unknown key \"%s\"%s"
                        .formatted(
                                spelling,
                                SpellingSuggestion.distance(spelling, nearest) <= MAX_DISTANCE
                                        ? "; did you mean \"" + nearest + "\"?"
                                        : ""));
    }
}
