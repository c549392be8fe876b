package org.evenkeel.daemon.fake;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;

/** Blobs that a test's client has: a bundle of one jar, and more. */
public final class FakeBundle {

    private final Map<ByteString, byte[]> blobs = new HashMap<>();
    private final byte[] digest;

    public FakeBundle(int jarBytes) {
        this(new byte[jarBytes]);
    }

    /** Whose jar has this content. */
    public FakeBundle(byte[] jar) {
        byte[] jarDigest = add(jar);
        String manifest =
                "evenkeel-bundle 1\n"
                        + HexFormat.of().formatHex(jarDigest)
                        + " "
                        + jar.length
                        + " fake.jar\n";
        digest = add(manifest.getBytes(StandardCharsets.UTF_8));
    }

    /** Name of the bundle. */
    public byte[] digest() {
        return digest.clone();
    }

    /** Adds a blob under its name. */
    public byte[] add(byte[] content) {
        byte[] name = sha256(content);
        blobs.put(ByteString.copyFrom(name), content);
        return name;
    }

    /** Puts other content under a name. */
    public void replace(byte[] name, byte[] content) {
        blobs.put(ByteString.copyFrom(name), content);
    }

    public Frame answer(BlobRequest request) {
        byte[] content = blobs.get(request.getSha256());
        BlobChunk.Builder chunk =
                BlobChunk.newBuilder()
                        .setSha256(request.getSha256())
                        .setOffset(request.getOffset());
        if (content == null) {
            chunk.setMissing(true);
        } else {
            int from = (int) request.getOffset();
            int length = Math.min(request.getLength(), content.length - from);
            chunk.setSize(content.length).setContent(ByteString.copyFrom(content, from, length));
        }
        return Frame.newBuilder().setBlobChunk(chunk).build();
    }

    public static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
