package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.client.bundle.Bundle;
import org.evenkeel.client.bundle.Bundler;
import org.evenkeel.client.bundle.ClassPath;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.link.Handshake;
import org.evenkeel.client.session.Blobs;
import org.evenkeel.client.session.Submitter;
import org.evenkeel.model.SessionKey;

/** Makes connections as the API asks for them. */
public final class Clients {

    private Clients() {}

    /**
     * Connects.
     *
     * @throws ClusterUnavailableException if no daemon answers, or the program's code cannot be
     *     read
     */
    public static Cluster connect(Settings settings) {
        SessionKey key = SessionKey.draw(new SecureRandom());
        Submitter submitter = new Submitter(key.session(), codec());
        Bundle bundle = bundle(settings);
        offer(submitter.blobs(), bundle);
        Connection connection =
                new Connection(
                        dialer(settings),
                        submitter,
                        key,
                        new Handshake.Past(Handshake.randomId(), List.of(), 1),
                        settings.serving(),
                        settings.reconnectLimit().toNanos());
        Connection.JobEntry job =
                Connection.JobEntry.draw(
                        key, settings.jobName(), settings.outlivesClient(), settings.width());
        connection.open(job);
        return new JobClient(
                connection, program(settings, bundle), job, List.of(), settings.onClose());
    }

    /**
     * Attaches to a job.
     *
     * @throws UnknownJobException if no node that answered knows the job
     * @throws ClusterUnavailableException if no daemon answers, or the program's code cannot be
     *     read
     */
    public static Cluster attach(Settings settings, String jobId) {
        long job = JobFinder.parse(jobId);
        Bundle bundle = bundle(settings);
        Dialer dialer = dialer(settings);
        TakeOver.Taken taken =
                new TakeOver(dialer, codec(), job).from(new JobFinder(dialer).find(job));
        offer(taken.submitter().blobs(), bundle);
        Connection connection =
                new Connection(
                        dialer,
                        taken.submitter(),
                        taken.key(),
                        taken.past(),
                        settings.serving(),
                        settings.reconnectLimit().toNanos());
        connection.takeOver(taken.entry(), taken.dialled(), taken.frames());
        return new JobClient(
                connection,
                program(settings, bundle),
                taken.entry(),
                taken.handles(),
                settings.onClose());
    }

    private static Dialer dialer(Settings settings) {
        return new Dialer(
                new Discovery(settings.daemon(), settings.cluster()), Dialer.Limits.USUAL);
    }

    private static PayloadCodec codec() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return new PayloadCodec(loader != null ? loader : ClassLoader.getSystemClassLoader());
    }

    private static JobClient.Program program(Settings settings, Bundle bundle) {
        TaskOptions defaults =
                settings.priority() == TaskOptions.DEFAULT.priority()
                        ? TaskOptions.DEFAULT
                        : TaskOptions.DEFAULT.withPriority(settings.priority());
        return new JobClient.Program(
                bundle,
                defaults,
                settings.resources(),
                settings.checkpointEvery(),
                jobId -> attach(settings.withoutOnClose(), jobId));
    }

    private static Bundle bundle(Settings settings) {
        List<Path> entries = settings.bundle();
        try {
            return new Bundler(Discovery.stateDirectory().resolve("cache"))
                    .bundle(entries != null ? entries : ClassPath.ofProgram());
        } catch (IOException e) {
            throw new ClusterUnavailableException(
                    "the program's code cannot be read: " + e.getMessage(), e);
        }
    }

    private static void offer(Blobs blobs, Bundle bundle) {
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
