package org.evenkeel.api;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.client.Clients;
import org.evenkeel.client.Serving;
import org.evenkeel.client.Settings;
import org.evenkeel.client.Sizes;
import org.evenkeel.client.embedded.EmbeddedCluster;
import org.evenkeel.model.Resources;
import org.jspecify.annotations.Nullable;

/**
 * The way into a cluster.
 *
 * {@snippet :
 * record Square(int n) implements Task<Integer> {
 *     public Integer run(TaskContext context) {
 *         return n * n;
 *     }
 * }
 *
 * try (Cluster cluster = Evenkeel.connect()) {
 *     int nine = cluster.submit(new Square(3)).get();
 * }
 * }
 */
public final class Evenkeel {

    private Evenkeel() {}

    /**
     * Connects to a daemon: the first that answers of those named by the property {@code
     * evenkeel.daemon} or the variable EVENKEEL_DAEMON (node directories, {@code unix:/path} or
     * {@code host:port}, separated by commas), else one of the cluster "default" in the state
     * directory. The daemon says where the others are: the program goes on at one of them when its
     * own is gone, or has been silent for 15 seconds ({@code evenkeel.ping-limit}, milliseconds).
     *
     * @throws ClusterUnavailableException if there is none
     */
    public static Cluster connect() {
        return builder().connect();
    }

    /**
     * Starts a cluster of this many daemons as child processes and connects to the first; closing
     * the answer ends them. Needs {@code org.evenkeel:evenkeel-dist} on the class path.
     *
     * @throws ClusterUnavailableException if it cannot be started
     */
    public static Cluster embedded(int nodes) {
        return embedded(EmbeddedOptions.of(nodes));
    }

    /** The same with more to say. */
    public static Cluster embedded(EmbeddedOptions options) {
        return builder().embedded(options);
    }

    /**
     * Attaches to a job that outlives its client, after {@link Cluster#detach} or the death of the
     * client that opened it. {@link Cluster#handles} of the answer are its tasks whose outcomes
     * nobody had yet; more can be submitted, closing it ends the job.
     *
     * <p>A job has one client at a time: one that is attached is disconnected, with all jobs of its
     * connection. The classes of the results must be on this program's class path.
     *
     * @param jobId what {@link Cluster#jobId} said, {@code evenkeel jobs} shows it
     * @throws UnknownJobException if no node knows the job
     * @throws ClusterUnavailableException if there is no daemon to speak to
     */
    public static Cluster attach(String jobId) {
        return builder().attach(jobId);
    }

    /** Connects with settings of one's own. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of a connection; for one thread. */
    public static final class Builder {
        private static final int MAX_WIDTH = 1_000_000;

        private @Nullable String daemon;
        private String cluster = Settings.DEFAULT_CLUSTER;
        private String jobName = defaultJobName();
        private @Nullable List<Path> bundle;
        private int priority = TaskOptions.DEFAULT.priority();
        private Duration reconnectLimit = Settings.DEFAULT_RECONNECT_LIMIT;
        private boolean outlivesClient;
        private long memoryBytes;
        private long diskBytes;
        private int processes;
        private int width;
        private Duration checkpointEvery = Duration.ZERO;
        private Serving serving = Serving.DEFAULT;

        private Builder() {}

        private static String defaultJobName() {
            String command = System.getProperty("sun.java.command", "java");
            String first = command.split("\\s+", 2)[0];
            return first.substring(first.lastIndexOf('/') + 1);
        }

        /** A node directory, {@code unix:/path} or {@code host:port}. */
        public Builder daemon(String where) {
            daemon = where;
            return this;
        }

        /** Name of the cluster in the state directory; "default" when not said. */
        public Builder cluster(String name) {
            cluster = name;
            return this;
        }

        /** What the job is called in displays; the main class when not said. */
        public Builder jobName(String name) {
            jobName = name;
            return this;
        }

        /** Jars and folders that travel; the program's class path when not said. */
        public Builder bundle(Path... entries) {
            bundle = List.copyOf(Arrays.asList(entries));
            return this;
        }

        /** Priority, 0 to 9, of tasks that do not say otherwise. */
        public Builder priority(int value) {
            priority = TaskOptions.DEFAULT.withPriority(value).priority();
            return this;
        }

        /**
         * Longest time without a daemon before open tasks end with {@link OutcomeUnknownException};
         * 60 s when not said.
         */
        public Builder reconnectLimit(Duration limit) {
            reconnectLimit = limit;
            return this;
        }

        /**
         * Whether the job, its tasks and their outcomes are kept when this client is gone; if not,
         * which is the default, its tasks are cancelled when the client has been away for the
         * daemon's {@code session-lease}.
         */
        public Builder outlivesClient(boolean yes) {
            outlivesClient = yes;
            return this;
        }

        /**
         * The heap of each worker of this job, like {@code 512m} or {@code 2g}; what the machine
         * gives to everybody when not said. All processes of a worker together may take twice that
         * and 512 MiB. A task that needs more fails and is not run again elsewhere.
         *
         * <p>A daemon that can never give what is asked for here, by {@link #disk} or by {@link
         * #processes} refuses the job's tasks, each with the reason.
         *
         * @throws IllegalArgumentException if it is no size from 32m on
         */
        public Builder memory(String size) {
            memoryBytes = Sizes.parse("memory", size);
            return checked();
        }

        /**
         * What the files of each worker of this job may take in its directory, which is its working
         * directory and the one for temporary files, like {@code 200m} or {@code 5g}.
         *
         * @throws IllegalArgumentException if it is no size from 1m on
         */
        public Builder disk(String size) {
            diskBytes = Sizes.parse("disk", size);
            return checked();
        }

        /**
         * Processes and threads of each worker of this job together, some thirty threads of its own
         * included. Virtual threads do not count.
         *
         * @throws IllegalArgumentException if it is not 64 to 1,000,000
         */
        public Builder processes(int count) {
            if (count <= 0) {
                throw new IllegalArgumentException("processes of " + count + " is not positive");
            }
            processes = count;
            return checked();
        }

        /**
         * How many workers the job needs at the same time, for tasks that cannot do without each
         * other; 0, which is the default, for none in particular.
         *
         * <p>Where a cluster has a master, it lets such jobs begin in the order in which they came,
         * while it has workers for all of them; until then the job's tasks are kept, and {@code
         * evenkeel jobs} says what it waits for. The tasks of a job that is wider than the cluster
         * end with {@link TaskRejectedException}, which says how wide both are. No worker is
         * reserved: jobs that ask for nothing run beside it.
         *
         * @throws IllegalArgumentException if it is not 0 to 1,000,000
         */
        public Builder width(int workers) {
            if (workers < 0 || workers > MAX_WIDTH) {
                throw new IllegalArgumentException(
                        "a width of " + workers + " is not 0 to " + MAX_WIDTH);
            }
            width = workers;
            return this;
        }

        /**
         * How often a checkpoint is made of each task of this job while it runs, so that a crash of
         * its worker or node costs no more than about that; {@link Duration#ZERO}, which is the
         * default, for never. A task that calls {@link TaskContext#checkpoint} is captured at the
         * next call after that time and runs on at once. Checkpoints take a twentieth of a task's
         * time at most: where one takes long, they come later.
         *
         * <p>The checkpoint is kept by the task's owner, at the level of the task's {@link
         * Durability}. What the task has done outside since then, it does again. Tasks that tasks
         * spawn are part of their parents' work and get none.
         *
         * @throws IllegalArgumentException if it is neither zero nor 100 ms to 10 years
         */
        public Builder checkpointEvery(Duration interval) {
            boolean fine =
                    interval.isZero()
                            || interval.compareTo(Duration.ofMillis(100)) >= 0
                                    && interval.compareTo(TaskOptions.MAX_TIMEOUT) <= 0;
            if (!fine) {
                throw new IllegalArgumentException(
                        "checkpoints every " + interval + ": say zero, or 100 ms to 10 years");
            }
            checkpointEvery = interval;
            return this;
        }

        /**
         * The directory whose files the tasks may read and write as {@link TaskContext#files}, with
         * all below it; a directory made for each job when not said. They use it with this
         * program's rights, while this program is attached. Nothing outside of it can be reached,
         * not by symbolic links either.
         */
        public Builder files(Path directory) {
            serving = new Serving(directory, serving.out(), serving.err());
            return this;
        }

        /**
         * Where {@link TaskContext#out} and {@link TaskContext#err} of the tasks appear; on this
         * program's standard output and standard error when not said.
         */
        public Builder console(PrintStream out, PrintStream err) {
            serving = new Serving(serving.folder(), out, err);
            return this;
        }

        private Builder checked() {
            resources();
            return this;
        }

        private Resources resources() {
            return new Resources(memoryBytes, diskBytes, processes);
        }

        /**
         * Attaches to a job; see {@link Evenkeel#attach(String)}. What was said about the job's
         * name and whether it outlives its client is not looked at: it has both already.
         */
        public Cluster attach(String jobId) {
            return Clients.attach(settings(daemon, () -> {}), jobId);
        }

        /**
         * Connects.
         *
         * @throws ClusterUnavailableException if there is no daemon to speak to
         */
        public Cluster connect() {
            return Clients.connect(settings(daemon, () -> {}));
        }

        /**
         * Starts a cluster as child processes and connects to its first node, whatever {@link
         * #daemon} says; closing the answer ends them.
         *
         * @throws ClusterUnavailableException if it cannot be started
         */
        public Cluster embedded(EmbeddedOptions options) {
            EmbeddedCluster started = EmbeddedCluster.start(options);
            try {
                return Clients.connect(
                        settings(started.nodeDirectory(1).toString(), started::close));
            } catch (RuntimeException e) {
                started.close();
                throw e;
            }
        }

        private Settings settings(@Nullable String where, Runnable onClose) {
            return new Settings(
                    where,
                    cluster,
                    jobName,
                    bundle,
                    priority,
                    reconnectLimit,
                    outlivesClient,
                    resources(),
                    width,
                    checkpointEvery,
                    serving,
                    onClose);
        }
    }
}
