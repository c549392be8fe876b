package org.evenkeel.worker;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import org.evenkeel.api.messages.Message;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.messages.MessageService;
import org.evenkeel.continuations.capture.SuspendableRun;
import org.evenkeel.continuations.frames.Waits;
import org.evenkeel.continuations.hop.HopContext;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.jspecify.annotations.Nullable;

/**
 * The context of task 1, which has messages: it is put away at each wait, and where it goes on it
 * waits in earnest.
 */
public final class TalkContext extends HopContext implements MessageService, Waits.Waiter {

    private final int port;
    private int grant = 1;
    private Talking talking;
    private boolean earnest;

    /**
     * @param port where home is asked, on this machine
     */
    public TalkContext(int port) {
        super(0);
        this.port = port;
        this.talking = talking();
    }

    private Talking talking() {
        PayloadCodec codec = new PayloadCodec(TalkContext.class.getClassLoader());
        return new Talking(1, grant, this::ask, codec, () -> false, this::waiting);
    }

    private FileAnswer ask(FileAsk ask) throws IOException {
        try (Socket home = new Socket(InetAddress.getLoopbackAddress(), port);
                OutputStream out = new BufferedOutputStream(home.getOutputStream());
                InputStream in = home.getInputStream()) {
            ask.writeDelimitedTo(out);
            out.flush();
            return FileAnswer.parseDelimitedFrom(in);
        }
    }

    private void waiting(Object[] what) {
        if (!earnest) {
            obstacles.add(SuspendableRun.suspend(this, what));
        }
    }

    @Override
    public @Nullable Object waitAgain(@Nullable Object[] what) throws IOException {
        earnest = true;
        try {
            return talking.again(what);
        } finally {
            earnest = false;
        }
    }

    @Override
    public byte[] pack(byte[] checkpoint) {
        List<Long> counts = talking.counts();
        return ByteBuffer.allocate(Integer.BYTES + 3 * Long.BYTES + checkpoint.length)
                .putInt(grant)
                .putLong(counts.get(0))
                .putLong(counts.get(1))
                .putLong(counts.get(2))
                .put(checkpoint)
                .array();
    }

    @Override
    public byte[] unpack(byte[] packed) {
        ByteBuffer in = ByteBuffer.wrap(packed);
        grant = in.getInt() + 1;
        talking = talking();
        talking.resumeAt(in.getLong(), in.getLong(), in.getLong());
        byte[] checkpoint = new byte[in.remaining()];
        in.get(checkpoint);
        return checkpoint;
    }

    @Override
    public String taskId() {
        return "t-1";
    }

    @Override
    public void send(long to, @Nullable Object value) throws IOException {
        talking.send(to, value);
    }

    @Override
    public @Nullable Message receive(long from, long nanos) throws IOException {
        return talking.receive(from, nanos);
    }

    @Override
    public void barrier(String name, int parties) throws IOException {
        talking.barrier(name, parties);
    }
}
