package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteString;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.FilePart;
import org.evenkeel.daemon.net.PieceHere;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Pong;
import org.jspecify.annotations.Nullable;

/** What every link can do: give and fetch blobs, and answer pings. */
public final class BlobLink implements BlobSource {

    private final Connection connection;
    private final BlobPulls pulls;
    private final BlobSender sender;
    private boolean closed;

    public BlobLink(Intake intake, Connection connection) {
        this.connection = connection;
        this.pulls = intake.pulls();
        GrowingFiles growing = intake.early().growing();
        this.sender =
                new BlobSender(
                        intake.store(),
                        new BlobSender.Line() {
                            @Override
                            public boolean isWritable() {
                                return connection.isWritable();
                            }

                            @Override
                            public void send(Frame frame) {
                                connection.send(frame);
                            }

                            @Override
                            public boolean sendsFiles() {
                                return connection.sendsFiles();
                            }

                            @Override
                            public boolean hasRoomForFile() {
                                return connection.hasRoomForFile();
                            }

                            @Override
                            public void sendFile(byte[] head, FilePart part, Runnable sent) {
                                connection.sendFile(head, part, sent);
                            }
                        },
                        new BlobSender.Coming() {
                            @Override
                            public Pull.@Nullable Part part(Digest digest) {
                                Pull.Part part = pulls.part(digest);
                                return part == null ? growing.part(digest) : part;
                            }

                            @Override
                            public boolean await(
                                    Digest digest, long upTo, BlobSender.Waiter waiter) {
                                return growing.await(digest, upTo, waiter)
                                        || intake.values()
                                                .await(digest, upTo, BlobLink.this, waiter);
                            }
                        });
    }

    @Override
    public void request(Digest digest, long offset, int length) {
        connection.send(
                Frame.newBuilder()
                        .setBlobRequest(
                                BlobRequest.newBuilder()
                                        .setSha256(ByteString.copyFrom(digest.toBytes()))
                                        .setOffset(offset)
                                        .setLength(length))
                        .build());
    }

    @Override
    public @Nullable PieceHere piece() {
        return connection.piece();
    }

    /** Handles what every link may say; false when the frame is something else. */
    public boolean onFrame(Frame frame) throws WireException {
        switch (frame.getBodyCase()) {
            case BLOB_REQUEST -> sender.onRequest(frame.getBlobRequest());
            case BLOB_CHUNK -> pulls.onChunk(this, frame.getBlobChunk());
            case PING -> {
                Ping ping = frame.getPing();
                connection.send(
                        Frame.newBuilder()
                                .setPong(Pong.newBuilder().setNumber(ping.getNumber()))
                                .build());
            }
            case PONG -> {}
            default -> {
                return false;
            }
        }
        return true;
    }

    public void onWritable() {
        sender.sendMore();
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    public void onClosed() {
        closed = true;
        pulls.sourceGone(this);
    }
}
