package bench.ours;

import bench.Peer;
import bench.Work;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.evenkeel.api.Cluster;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Evenkeel: client, daemon, worker, daemon, client; bytes in, bytes out. */
public final class OursPeer implements Peer {

    public record Bytes(byte[] in) implements Task<byte[]> {
        @Override public byte[] run(TaskContext context) { return Work.exec(in); }
    }

    private Cluster cluster;

    @Override public void start() throws Exception {
        while (true) {
            try {
                cluster = Evenkeel.connect();
                return;
            } catch (org.evenkeel.api.ClusterUnavailableException notYet) {
                Thread.sleep(10);
            }
        }
    }

    @Override public void awaitWorkers(int n) throws Exception { Thread.sleep(1500); }

    @Override public void submit(byte[] in, BiConsumer<byte[], Throwable> done) {
        cluster.submit(new Bytes(in)).onDone(done::accept);
    }

    @Override public byte[] call(byte[] in) throws Exception { return cluster.submit(new Bytes(in)).get(); }

    @Override public boolean hasBatch() { return true; }

    @Override public void submitBatch(byte[][] in, BiConsumer<byte[][], Throwable> done) {
        byte[][] out = new byte[in.length][];
        AtomicInteger left = new AtomicInteger(in.length);
        for (int i = 0; i < in.length; i++) {
            int mine = i;
            cluster.submit(new Bytes(in[i])).onDone((r, e) -> {
                if (e != null) { done.accept(null, e); return; }
                out[mine] = r;
                if (left.decrementAndGet() == 0) done.accept(out, null);
            });
        }
    }

    @Override public void close() { cluster.close(); }
}
