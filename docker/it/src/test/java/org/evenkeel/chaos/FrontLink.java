package org.evenkeel.chaos;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.evenkeel.chaos.Links.Way;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Role;

/** One link through a front: two sockets, and a thread for each direction. */
final class FrontLink {

    /** How clients are called, whichever they are. */
    static final String CLIENT = "client";

    private static final int MAX_HELLO_BYTES = 1 << 20;
    private static final int COPY_BYTES = 64 << 10;

    private final String node;
    private final Socket dialler;
    private final Socket daemon;
    private final Links links;

    /** Who dialled; empty until its first words were read. */
    private volatile String from = "";

    FrontLink(String node, Socket dialler, Socket daemon, Links links) {
        this.node = node;
        this.dialler = dialler;
        this.daemon = daemon;
        this.links = links;
    }

    boolean isFrom(String name) {
        return from.equals(name);
    }

    /** Carries bytes both ways until one side is over. */
    void run() throws IOException {
        Thread back = Thread.ofVirtual().start(() -> carry(daemon, dialler, false));
        byte[] hello = hello(dialler.getInputStream());
        if (hello.length == 0 || links.isCut(new Way(from, node))) {
            return;
        }
        carry(hello);
        carry(dialler, daemon, true);
        try {
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads the first frame, which says who dials; empty when there is none. */
    private byte[] hello(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int length = data.readInt();
        if (length < 0 || length > MAX_HELLO_BYTES) {
            return new byte[0];
        }
        byte[] body = data.readNBytes(length);
        Hello hello = Frame.parseFrom(body).getHello();
        from = hello.getRole() == Role.PEER ? hello.getNode().getName() : CLIENT;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        all.write(body);
        return all.toByteArray();
    }

    private void carry(byte[] first) throws IOException {
        try {
            links.await(new Way(from, node));
            daemon.getOutputStream().write(first);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void carry(Socket source, Socket target, boolean toDaemon) {
        byte[] bytes = new byte[COPY_BYTES];
        try {
            InputStream in = source.getInputStream();
            OutputStream out = target.getOutputStream();
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                links.await(toDaemon ? new Way(from, node) : new Way(node, from));
                out.write(bytes, 0, n);
            }
            links.await(toDaemon ? new Way(from, node) : new Way(node, from));
            target.shutdownOutput();
        } catch (IOException e) {
            reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it so that both sides see a reset. */
    void reset() {
        for (Socket socket : new Socket[] {dialler, daemon}) {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                // It is closed, which is what was wanted.
            }
        }
    }
}
