package org.evenkeel;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.EmbeddedOptions;
import org.evenkeel.api.JvmOptions;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskLogLine;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.client.ByteSizes;
import org.evenkeel.client.ClientServiceOptions;
import org.evenkeel.client.Clients;
import org.evenkeel.client.ConnectionSettings;
import org.evenkeel.client.CurrentTask;
import org.evenkeel.client.JobNames;
import org.evenkeel.client.JobWorkers;
import org.evenkeel.client.embedded.EmbeddedCluster;
import org.evenkeel.client.local.LocalCluster;
import org.evenkeel.client.local.LocalSetting;
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
     * Connects to a daemon: the first that answers among those named by the property {@code
     * evenkeel.daemon} or the environment variable EVENKEEL_DAEMON (node directories, {@code
     * unix:/path} or {@code host:port}, separated by commas), otherwise one of the cluster
     * "default" in the state directory. The daemon sends the addresses of the others. If it is
     * lost, or silent for 15 seconds ({@code evenkeel.ping-limit}, milliseconds), the client
     * continues with another daemon.
     *
     * @throws ClusterUnavailableException if no daemon answers
     */
    public static Cluster connect() {
        return builder().connect();
    }

    /**
     * Starts a cluster of daemons as child processes and connects to the first one. Closing the
     * returned cluster stops them. Needs {@code org.evenkeel:evenkeel-dist} on the class path, or a
     * distribution that EVENKEEL_HOME or the property {@code evenkeel.home} names. The daemons run
     * on this program's Java, which must be 25 or newer.
     *
     * @param nodes number of daemons, 1 to 64
     * @throws ClusterUnavailableException if the cluster cannot be started
     */
    public static Cluster embedded(int nodes) {
        return embedded(EmbeddedOptions.of(nodes));
    }

    /** Starts a cluster as child processes, with options; see {@link #embedded(int)}. */
    public static Cluster embedded(EmbeddedOptions options) {
        return builder().embedded(options);
    }

    /** Opens a cluster that is this JVM alone, for debugging; see {@link Builder#local}. */
    public static Cluster local() {
        return builder().local(LocalSetting.usual());
    }

    /**
     * Attaches to a job that was opened with {@link Builder#detached}, after {@link Cluster#detach}
     * or the loss of its client. {@link Cluster#handles} of the returned cluster contains the tasks
     * whose outcomes no client has fetched yet. The program may submit more tasks; closing the
     * cluster ends the job.
     *
     * <p>A job has one client at a time: attaching disconnects the previous client, with all jobs
     * of its connection. The classes of the results must be on this program's class path.
     *
     * @param jobId the value of {@link Cluster#jobId}; {@code evenkeel jobs} lists it
     * @throws UnknownJobException if no node knows the job
     * @throws ClusterUnavailableException if no daemon answers
     */
    public static Cluster attach(String jobId) {
        return builder().attach(jobId);
    }

    /**
     * Is {@link TaskContext#checkpoint} for code without a context, such as a callable, a runnable
     * and what they call. Call it on the thread that runs the task. On any other thread it does
     * nothing, in some nanoseconds.
     *
     * @throws TaskCancelledException if the task must stop
     */
    public static void checkpoint() {
        CurrentTask.checkpoint();
    }

    /** Returns a builder for a connection with other settings than the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of a connection. For one thread. */
    public static final class Builder {
        private static final int MAX_WIDTH = 1_000_000;

        private @Nullable String daemon;
        private String cluster = ConnectionSettings.DEFAULT_CLUSTER;
        private String jobName = JobNames.ofThisProgram();
        private @Nullable List<Path> bundle;
        private TaskOptions tasks = TaskOptions.DEFAULT;
        private Duration reconnectLimit = ConnectionSettings.DEFAULT_RECONNECT_LIMIT;
        private boolean detached;
        private long memoryBytes;
        private long diskBytes;
        private int processes;
        private JvmOptions jvm = JvmOptions.NONE;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private int minWorkers;
        private Duration checkpointEvery = Duration.ZERO;
        private ClientServiceOptions clientServiceOptions = ClientServiceOptions.DEFAULT;

        private Builder() {}

        /**
         * Sets the daemon to connect to: a node directory, {@code unix:/path} or {@code host:port}.
         */
        public Builder daemon(String where) {
            daemon = where;
            return this;
        }

        /** Sets the name of the cluster in the state directory; the default is "default". */
        public Builder cluster(String name) {
            cluster = name;
            return this;
        }

        /**
         * Sets the display name of the job; the default is the program's main class.
         *
         * @throws IllegalArgumentException if the name has more than 1,000 characters, or one that
         *     is not printable: a control character, or one that changes the direction of writing
         */
        public Builder jobName(String name) {
            jobName = JobNames.checked(name);
            return this;
        }

        /**
         * Sets the jars and folders that are sent to the workers; the default is the program's
         * class path.
         */
        public Builder bundle(Path... entries) {
            bundle = List.copyOf(Arrays.asList(entries));
            return this;
        }

        /** Sets the default priority of the job's tasks, 0 (last) to 9 (first). */
        public Builder priority(int value) {
            tasks = tasks.withPriority(value);
            return this;
        }

        /**
         * Sets the options of tasks that are submitted without options, such as retries; {@link
         * #priority} changes them. Tasks that tasks spawn do not have them.
         */
        public Builder taskOptions(TaskOptions options) {
            tasks = Objects.requireNonNull(options);
            return this;
        }

        /**
         * Sets how long the client may search for a daemon before its open tasks end with {@link
         * OutcomeUnknownException}; the default is 60 s.
         */
        public Builder reconnectLimit(Duration limit) {
            reconnectLimit = limit;
            return this;
        }

        /**
         * Sets whether the job, its tasks and their outcomes are kept when this client is lost. By
         * default they are not: the tasks are cancelled when the client has been disconnected for
         * the daemon's {@code session-lease}.
         */
        public Builder detached(boolean yes) {
            detached = yes;
            return this;
        }

        /**
         * Sets the heap of each worker of this job, such as {@code 512m} or {@code 2g}; the default
         * is set by the daemon. All processes of a worker together may use twice that plus 512 MiB.
         * A task that needs more fails and is not run again.
         *
         * <p>A daemon that can never provide the requested {@code memory}, {@link #disk} or {@link
         * #processes} rejects the job's tasks, each with the reason.
         *
         * @throws IllegalArgumentException if the size is invalid or below 32m
         */
        public Builder memory(String size) {
            memoryBytes = ByteSizes.parse("memory", size);
            return checked();
        }

        /**
         * Sets the disk space of each worker of this job, such as {@code 200m} or {@code 5g}. It
         * limits the worker's directory, which is its working directory and contains its temporary
         * files.
         *
         * @throws IllegalArgumentException if the size is invalid or below 1m
         */
        public Builder disk(String size) {
            diskBytes = ByteSizes.parse("disk", size);
            return checked();
        }

        /**
         * Sets the maximum number of processes and threads of each worker of this job, including
         * some thirty threads of the worker itself. Virtual threads are not counted.
         *
         * @throws IllegalArgumentException if the number is not 64 to 1,000,000
         */
        public Builder processes(int count) {
            if (count <= 0) {
                throw new IllegalArgumentException("processes must be positive, not " + count);
            }
            processes = count;
            return checked();
        }

        /**
         * Sets options of the JVM of each worker of this job. A daemon that does not permit them
         * (its key {@code job-options}) rejects the job's tasks, each with the first option that is
         * not permitted.
         *
         * @throws IllegalArgumentException if the options and the environment have more than 4 KiB
         */
        public Builder jvm(JvmOptions options) {
            jvm = Objects.requireNonNull(options);
            return checked();
        }

        /**
         * Sets an environment variable of each worker of this job. Daemons permit none unless their
         * administrator names it in {@code job-options}.
         *
         * @throws IllegalArgumentException if the name is not one of letters, digits and
         *     underscores, or if the options and the environment have more than 4 KiB
         */
        public Builder environment(String name, String value) {
            environment.put(Objects.requireNonNull(name), Objects.requireNonNull(value));
            return checked();
        }

        /**
         * Sets how many workers the job needs at the same time, for tasks that depend on each other
         * while they run. The default 0 means no requirement.
         *
         * <p>In a cluster with a master, the master admits such jobs in the order of arrival, while
         * it has workers for all of them. Until then the job's tasks wait, and {@code evenkeel
         * jobs} shows the reason. The tasks of a job that needs more workers than the cluster has
         * end with {@link TaskRejectedException}. Workers are not reserved: jobs without a
         * requirement run beside it.
         *
         * @throws IllegalArgumentException if the number is not 0 to 1,000,000
         */
        public Builder minWorkers(int workers) {
            if (workers < 0 || workers > MAX_WIDTH) {
                throw new IllegalArgumentException(
                        "minWorkers is 0 to " + MAX_WIDTH + ", not " + workers);
            }
            minWorkers = workers;
            return this;
        }

        /**
         * Sets how often a checkpoint is taken of each running task of this job, so that a crash of
         * its worker or node loses at most about that much work. The default {@link Duration#ZERO}
         * means never. A task is captured at the first call of {@link TaskContext#checkpoint} after
         * the interval, and runs on at once. Checkpoints use about a twentieth of a task's time: if
         * two in a row take long, the next are taken later.
         *
         * <p>The task's owner keeps the checkpoint, at the level of the task's {@link Durability}.
         * Side effects since the checkpoint are repeated. Children are part of their parents' work
         * and have no checkpoints of their own.
         *
         * @throws IllegalArgumentException if the interval is neither zero nor 100 ms to 10 years
         */
        public Builder checkpointEvery(Duration interval) {
            boolean fine =
                    interval.isZero()
                            || interval.compareTo(Duration.ofMillis(100)) >= 0
                                    && interval.compareTo(TaskOptions.MAX_TIMEOUT) <= 0;
            if (!fine) {
                throw new IllegalArgumentException(
                        "checkpoints every " + interval + "; use zero, or 100 ms to 10 years");
            }
            checkpointEvery = interval;
            return this;
        }

        /**
         * Sets the directory that tasks may read and write as {@link TaskContext#files}, with
         * everything below it; the default is a temporary directory for each job. Tasks have the
         * rights of this program, while it is attached. They cannot reach files outside the
         * directory, not even through symbolic links.
         */
        public Builder files(Path directory) {
            clientServiceOptions = clientServiceOptions.withFolder(directory);
            return this;
        }

        /**
         * Sets where {@link TaskContext#out} and {@link TaskContext#err} of the tasks appear; the
         * default is this program's standard output and standard error.
         */
        public Builder console(PrintStream out, PrintStream err) {
            clientServiceOptions = clientServiceOptions.withConsole(out, err);
            return this;
        }

        /**
         * Sets what is done with the lines that tasks print to {@code System.out} and {@code
         * System.err}, or log with {@code java.util.logging}, as they come. By default they appear
         * on this program's standard error, each with its task and node; {@code line -> {}} shows
         * none. A program that does not read them fast enough is given fewer. {@code evenkeel logs}
         * shows all of them, later too.
         *
         * @param program called by one thread at a time, which also serves {@link #files}
         */
        public Builder taskLog(Consumer<? super TaskLogLine> program) {
            clientServiceOptions = clientServiceOptions.withLog(Objects.requireNonNull(program));
            return this;
        }

        private Builder checked() {
            resources();
            return this;
        }

        private Resources resources() {
            return new Resources(
                    memoryBytes, diskBytes, processes, JobWorkers.shape(jvm, environment));
        }

        /**
         * Attaches to a job; see {@link Evenkeel#attach(String)}. The settings of the job's name
         * and {@link #detached} are ignored, because the job has both already.
         */
        public Cluster attach(String jobId) {
            return Clients.attach(settings(daemon, () -> {}), jobId);
        }

        /**
         * Connects to a daemon and opens the job.
         *
         * <p>If EVENKEEL_LOCAL or the property {@code evenkeel.local} is a number above 0, it opens
         * a {@linkplain #local local cluster} with that number of slots instead.
         *
         * @throws ClusterUnavailableException if no daemon answers
         */
        public Cluster connect() {
            int slots = LocalSetting.slots();
            return slots > 0 ? local(slots) : Clients.connect(settings(daemon, () -> {}));
        }

        /**
         * Opens a cluster that is this JVM alone. Tasks and results are encoded and decoded as for
         * a cluster: what could not travel is refused, and tasks change copies. It has no messages,
         * barriers, graphs, serving processes or detached jobs, and nothing moves.
         *
         * @param slots how many tasks run at once, 1 to 1,000; with 1 the order is always the same:
         *     as submitted, the newest children first
         * @throws IllegalArgumentException if the number is out of range
         */
        public Cluster local(int slots) {
            return LocalCluster.open(LocalSetting.checked(slots), clientServiceOptions, tasks);
        }

        /**
         * Starts a cluster as child processes and connects to its first node; {@link #daemon} is
         * ignored. Closing the returned cluster stops the processes.
         *
         * @throws ClusterUnavailableException if the cluster cannot be started
         */
        public Cluster embedded(EmbeddedOptions options) {
            CurrentTask.requireNone();
            EmbeddedCluster started = EmbeddedCluster.start(options);
            try {
                return Clients.connect(
                        settings(started.nodeDirectory(1).toString(), started::close));
            } catch (RuntimeException e) {
                started.close();
                throw e;
            }
        }

        private ConnectionSettings settings(@Nullable String where, Runnable onClose) {
            CurrentTask.requireNone();
            return new ConnectionSettings(
                    where,
                    cluster,
                    jobName,
                    bundle,
                    tasks,
                    reconnectLimit,
                    detached,
                    resources(),
                    minWorkers,
                    checkpointEvery,
                    clientServiceOptions,
                    onClose);
        }
    }
}
