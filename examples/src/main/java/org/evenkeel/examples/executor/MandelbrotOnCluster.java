package org.evenkeel.examples.executor;

import java.util.concurrent.ExecutorService;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.examples.mandelbrot.Mandelbrot;
import org.evenkeel.examples.program.Usage;

/** The program {@link Mandelbrot} with the cluster in place of a thread pool. */
public final class MandelbrotOnCluster {
    private MandelbrotOnCluster() {}

    public static void main(String[] arguments) throws Exception {
        Usage.check("usage: MandelbrotOnCluster [PICTURE.png]", 1, arguments);
        try (Cluster cluster = Evenkeel.connect();
                ExecutorService executor = cluster.executor()) {
            Mandelbrot.run(executor, arguments);
        }
    }
}
