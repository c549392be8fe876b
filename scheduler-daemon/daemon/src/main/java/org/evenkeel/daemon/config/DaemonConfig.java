package org.evenkeel.daemon.config;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.evenkeel.daemon.metrics.MetricsSettings;
import org.evenkeel.daemon.spot.SpotSettings;
import org.evenkeel.model.NodeId;

/**
 * Everything a daemon is told, checked.
 *
 * @param clusterDirectory shared by the daemons of one local cluster
 * @param home installation, holds {@code lib/}; empty when the daemon is not told and starts no
 *     workers of its own
 * @param workers slots
 * @param policy as {@code org.evenkeel.kernel.policy.registry.Policies} reads it
 * @param load as {@code org.evenkeel.kernel.load.LoadModels} reads it
 * @param listen where to listen
 * @param advertise what peers are told instead: a forwarder listens there
 * @param tls whether the certificate of this machine, if it has one, is used
 * @param tlsEngine who computes TLS
 * @param workerBounds what a worker may take
 * @param confining how workers are kept apart from the daemon
 * @param plainLoopback whether links over TCP without TLS need not be sealed
 * @param hours when this node takes tasks
 * @param spot whose notices are heeded that the machine is about to be taken away
 * @param metrics where metrics are offered, if anywhere
 * @param phasing the part in scheduling phases
 * @param wallClock what time it is, human-readable, for ids of process starts and for calendars;
 *     nothing else is timed by it
 */
public record DaemonConfig(
        Path clusterDirectory,
        Optional<Path> home,
        NodeId node,
        int workers,
        String policy,
        String load,
        Neighbourhood neighbourhood,
        Address listen,
        Optional<Address> advertise,
        boolean tls,
        TlsEngine tlsEngine,
        WorkerBounds workerBounds,
        Confining confining,
        boolean plainLoopback,
        boolean exitOnStdinEof,
        Times times,
        Bounds bounds,
        Journaling journaling,
        Recording recording,
        Policing policing,
        AvailabilitySchedule hours,
        Optional<SpotSettings> spot,
        Optional<MetricsSettings> metrics,
        Phasing phasing,
        InstantSource wallClock) {

    /**
     * The part in scheduling phases.
     *
     * @param master whether this daemon may be the master; then it has no workers
     * @param speed of one worker, 1 is the reference; empty to measure it
     */
    public record Phasing(boolean master, OptionalDouble speed) {}

    /**
     * How workers are kept apart from the daemon.
     *
     * @param user whose processes they are
     * @param groups whether control groups are made where they can be
     * @param environment names of the variables that they have of the daemon's
     * @param options of their JVMs beside the usual ones
     */
    public record Confining(
            WorkerUser user, boolean groups, Set<String> environment, List<String> options) {}

    /** A host and a port. */
    public record Address(String host, int port) {}

    /** Who the neighbours are: named, computed from a topology, or whoever comes. */
    public sealed interface Neighbourhood {
        /** These, in this order. */
        record Named(List<Neighbour> neighbours) implements Neighbourhood {}

        /** What a topology says of this node among these members. */
        record Computed(String topology, List<NodeId> members) implements Neighbourhood {}

        /**
         * Whoever is there, found by way of these addresses.
         *
         * @param seeds at most {@link #MAX_SEEDS}; empty for the first machine
         */
        record Open(List<Address> seeds) implements Neighbourhood {}

        /** Most addresses to begin with. */
        int MAX_SEEDS = 64;
    }

    /** A neighbour; without an address it is found through the cluster's directory. */
    public record Neighbour(NodeId id, Optional<Address> address) {}

    /**
     * Durations.
     *
     * @param holderLease see {@code NodeConfig}
     * @param ownerLease see {@code NodeConfig}
     * @param drainGrace longest wait at SIGTERM for tasks to leave
     * @param sessionLease a client that lost its connection may return within this
     * @param jobRetention a job that outlives its client is kept so long without one
     * @param workerIdle a worker whose job has had nothing for it so long ends
     * @param pingEvery silence on a link before a ping
     * @param pingLimit silence on a link before it is closed
     * @param silenceLimit another daemon without a link for so long is called gone
     */
    public record Times(
            Duration holderLease,
            Duration ownerLease,
            Duration drainGrace,
            Duration sessionLease,
            Duration jobRetention,
            Duration workerIdle,
            Duration pingEvery,
            Duration pingLimit,
            Duration silenceLimit) {

        /** The usual limit of silence, which is at least twice the owner's lease. */
        static Duration usualSilenceLimit(Duration ownerLease) {
            Duration usual = Duration.ofMinutes(1);
            Duration twice = ownerLease.multipliedBy(2);
            return twice.compareTo(usual) > 0 ? twice : usual;
        }
    }

    /**
     * Bounds.
     *
     * @param clientTasks open tasks permitted to one client
     * @param clientBytes payload bytes of open tasks permitted to one client
     * @param bundleBytes code kept on disk
     */
    public record Bounds(int clientTasks, long clientBytes, long bundleBytes) {}

    /**
     * What is kept on disk.
     *
     * @param segmentBytes length of the journal's files
     * @param lowDiskBytes with less usable, tasks that need the disk are refused; empty for the
     *     default
     * @param jobLogBytes of the output of one job's tasks
     * @param logsBytes the same of all jobs
     */
    public record Journaling(
            long segmentBytes, OptionalLong lowDiskBytes, long jobLogBytes, long logsBytes) {}

    /**
     * What is written down for the simulator.
     *
     * @param file where arrivals and running times go; empty for nothing
     * @param events where every event of the kernel goes; empty for nothing
     * @param maxBytes of each
     */
    public record Recording(Optional<Path> file, Optional<Path> events, long maxBytes) {}

    /**
     * What is permitted to whom, and what is remembered of it.
     *
     * @param submitterQuotas of submitters at this node
     * @param signers where certificates or public keys of those are whose code is trusted; empty
     *     when code need not be signed
     * @param auditBytes of one file of the audit log
     * @param auditFiles so many of them
     */
    public record Policing(
            SubmitterQuotas submitterQuotas,
            Optional<Path> signers,
            long auditBytes,
            int auditFiles) {}
}
