package org.evenkeel.client;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.client.bundle.Bundle;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.Blobs;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.link.Handshake;

/** Makes connections as the API asks for them. */
public final class Clients {
    /**
     * Connects.
     *
     * @throws ClusterUnavailableException if no daemon answers, or the program's code cannot be
     *     read
     */
    public static Cluster connect(ConnectionSettings connectionSettings) {
        SessionKey key = SessionKey.draw(new SecureRandom());
        ProgramCode code = code(connectionSettings);
        OpenSubmissions openSubmissions = new OpenSubmissions(key.session(), codec(code));
        Bundle bundle = code.newest();
        offer(openSubmissions.blobs(), bundle);
        ClusterConnection clusterConnection =
                new ClusterConnection(
                        dialer(connectionSettings),
                        openSubmissions,
                        key,
                        new Handshake.Past(Handshake.randomId(), List.of(), 1),
                        connectionSettings.clientServiceOptions(),
                        connectionSettings.reconnectLimit().toNanos());
        ClusterConnection.JobEntry job =
                ClusterConnection.JobEntry.draw(
                        key,
                        connectionSettings.jobName(),
                        connectionSettings.detached(),
                        connectionSettings.minWorkers());
        clusterConnection.open(job);
        return new JobClient(
                clusterConnection,
                program(connectionSettings, code, bundle),
                job,
                List.of(),
                connectionSettings.onClose());
    }

    /**
     * Attaches to a job.
     *
     * @throws UnknownJobException if no node that answered knows the job
     * @throws ClusterUnavailableException if no daemon answers, or the program's code cannot be
     *     read
     */
    public static Cluster attach(ConnectionSettings connectionSettings, String jobId) {
        long job = JobFinder.parse(jobId);
        ProgramCode code = code(connectionSettings);
        Bundle bundle = code.newest();
        Dialer dialer = dialer(connectionSettings);
        JobTakeover.Taken taken =
                new JobTakeover(dialer, codec(code), job).from(new JobFinder(dialer).find(job));
        offer(taken.openSubmissions().blobs(), bundle);
        ClusterConnection clusterConnection =
                new ClusterConnection(
                        dialer,
                        taken.openSubmissions(),
                        taken.key(),
                        taken.past(),
                        connectionSettings.clientServiceOptions(),
                        connectionSettings.reconnectLimit().toNanos());
        clusterConnection.takeOver(taken.entry(), taken.dialled(), taken.frames());
        return new JobClient(
                clusterConnection,
                program(connectionSettings, code, bundle),
                taken.entry(),
                taken.handles(),
                connectionSettings.onClose());
    }

    private static Dialer dialer(ConnectionSettings connectionSettings) {
        return new Dialer(
                new Discovery(connectionSettings.daemon(), connectionSettings.cluster()),
                Dialer.Limits.USUAL);
    }

    private static PayloadCodec codec(ProgramCode code) {
        return new PayloadCodec(classLoader(), code::names);
    }

    /** The loader of the program's classes: that of the calling thread, if it has one. */
    public static ClassLoader classLoader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader != null ? loader : ClassLoader.getSystemClassLoader();
    }

    private static JobClient.Program program(
            ConnectionSettings connectionSettings, ProgramCode code, Bundle bundle) {
        return new JobClient.Program(
                code,
                bundle,
                connectionSettings.tasks(),
                connectionSettings.resources(),
                connectionSettings.checkpointEvery(),
                GuardedObserver.ofProgram(classLoader()),
                jobId -> attach(connectionSettings.withoutOnClose(), jobId));
    }

    private static ProgramCode code(ConnectionSettings connectionSettings) {
        try {
            return new ProgramCode(connectionSettings.bundle());
        } catch (IOException e) {
            throw new ClusterUnavailableException(
                    "the program's code cannot be read: " + e.getMessage(), e);
        }
    }

    /** The daemon may ask for its parts from now on. */
    static void offer(Blobs blobs, Bundle bundle) {
        // A manifest has no tag byte of its own, so its first byte stands for one.
        byte[] manifest = bundle.manifest();
        byte[] rest = new byte[manifest.length - 1];
        System.arraycopy(manifest, 1, rest, 0, rest.length);
        blobs.retain(bundle.digest(), new Encoded(manifest[0], rest, rest.length));
        for (Bundle.Part part : bundle.parts()) {
            blobs.addFile(part.digest(), part.file(), part.size());
        }
    }
}
