package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteString;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.RetainablePiece;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Pong;
import org.jspecify.annotations.Nullable;

/** What every link can do: give and fetch blobs, and answer pings. */
public final class BlobLink implements BlobSource {

    private final FrameConnection frameConnection;
    private final BlobPulls pulls;
    private final BlobSender sender;
    private boolean closed;

    public BlobLink(PayloadResolver payloadResolver, FrameConnection frameConnection) {
        this.frameConnection = frameConnection;
        this.pulls = payloadResolver.pulls();
        GrowingCheckpoints growing = payloadResolver.early().growing();
        this.sender =
                new BlobSender(
                        payloadResolver.store(),
                        frameConnection,
                        new BlobSender.Coming() {
                            @Override
                            public BlobPull.@Nullable Part part(Digest digest) {
                                BlobPull.Part part = pulls.part(digest);
                                return part == null ? growing.part(digest) : part;
                            }

                            @Override
                            public boolean await(
                                    Digest digest, long upTo, BlobSender.Waiter waiter) {
                                return growing.await(digest, upTo, waiter)
                                        || payloadResolver
                                                .values()
                                                .await(digest, upTo, BlobLink.this, waiter);
                            }
                        });
    }

    @Override
    public void request(Digest digest, long offset, int length) {
        frameConnection.send(
                Frame.newBuilder()
                        .setBlobRequest(
                                BlobRequest.newBuilder()
                                        .setSha256(ByteString.copyFrom(digest.toBytes()))
                                        .setOffset(offset)
                                        .setLength(length))
                        .build());
    }

    @Override
    public @Nullable RetainablePiece piece() {
        return frameConnection.piece();
    }

    /** Handles what every link may say; false when the frame is something else. */
    public boolean onFrame(Frame frame) throws WireException {
        switch (frame.getBodyCase()) {
            case BLOB_REQUEST -> sender.onRequest(frame.getBlobRequest());
            case BLOB_CHUNK -> pulls.onChunk(this, frame.getBlobChunk());
            case PING -> {
                Ping ping = frame.getPing();
                frameConnection.send(
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
