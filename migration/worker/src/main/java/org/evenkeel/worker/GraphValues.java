package org.evenkeel.worker;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.client.value.TransferredInput;
import org.evenkeel.client.value.ValueRef;
import org.evenkeel.client.value.ValueService;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.KeepValue;
import org.evenkeel.wire.proto.ValueHere;
import org.jspecify.annotations.Nullable;

/**
 * Values of task graphs: the daemon brings them to this machine and keeps them, here they are read
 * from its directory of blobs. The reader thread hears the answers, runners wait for them.
 */
final class GraphValues implements ValueService {

    private final LinkWriter linkWriter;
    private final PayloadCodec codec;
    private final Results results;
    private final Path blobs;
    private final String node;
    private final Map<Digest, Deque<CompletableFuture<ValueHere>>> asked = new HashMap<>();

    /**
     * @param blobs where blobs lie as files named by their SHA-256
     */
    GraphValues(
            LinkWriter linkWriter, PayloadCodec codec, Results results, Path blobs, String node) {
        this.linkWriter = linkWriter;
        this.codec = codec;
        this.results = results;
        this.blobs = blobs;
        this.node = node;
    }

    // ---- The reader's

    void answered(ValueHere answer) {
        if (answer.getSha256().size() != Digest.BYTES) {
            return;
        }
        Digest digest = Digest.of(answer.getSha256().toByteArray());
        CompletableFuture<ValueHere> first;
        synchronized (asked) {
            Deque<CompletableFuture<ValueHere>> all = asked.get(digest);
            if (all == null) {
                return;
            }
            first = all.remove();
            if (all.isEmpty()) {
                asked.remove(digest);
            }
        }
        first.complete(answer);
    }

    // ---- The runners'

    private CompletableFuture<ValueHere> ask(Digest digest, Frame frame) {
        CompletableFuture<ValueHere> answer = new CompletableFuture<>();
        synchronized (asked) { // answers come in the order of the questions
            asked.computeIfAbsent(digest, key -> new ArrayDeque<>()).add(answer);
            linkWriter.sendLater(new Outgoing.Control(frame));
        }
        return answer;
    }

    private static ValueHere await(CompletableFuture<ValueHere> answer)
            throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer never fails", e);
        }
    }

    private static BlobRef blob(Digest digest, long size) {
        return BlobRef.newBuilder()
                .setSha256(ByteString.copyFrom(digest.toBytes()))
                .setSize(size)
                .build();
    }

    @Override
    public List<TransferredInput> fetch(List<ValueRef> values, List<String> lost)
            throws InterruptedException {
        Map<ValueRef, CompletableFuture<ValueHere>> answers = new LinkedHashMap<>();
        for (ValueRef value : values) {
            Digest digest = Digest.parse(value.sha256());
            answers.put(
                    value,
                    ask(
                            digest,
                            Frame.newBuilder()
                                    .setFetchValue(
                                            FetchValue.newBuilder()
                                                    .setBlob(blob(digest, value.bytes()))
                                                    .addAllHolders(value.holders()))
                                    .build()));
        }
        List<TransferredInput> transferredInputs = new ArrayList<>();
        for (Map.Entry<ValueRef, CompletableFuture<ValueHere>> entry : answers.entrySet()) {
            ValueHere answer = await(entry.getValue());
            String sha256 = entry.getKey().sha256();
            if (answer.getProblem().isEmpty()) {
                transferredInputs.add(
                        new TransferredInput(sha256, answer.getTransfers(), answer.getFrom()));
            } else {
                System.err.println("evenkeel worker: value " + sha256 + ": " + answer.getProblem());
                lost.add(sha256);
            }
        }
        return transferredInputs;
    }

    @Override
    public @Nullable Object read(ValueRef value) throws IOException {
        byte[] bytes =
                value.isHere() ? value.here() : Files.readAllBytes(blobs.resolve(value.sha256()));
        return codec.decode(bytes, 0, bytes.length, null);
    }

    @Override
    public ValueRef keep(@Nullable Object value) throws IOException, InterruptedException {
        Encoded encoded = codec.encode(value);
        if (encoded.size() <= ValueRef.MOST_HERE) {
            return new ValueRef("", encoded.size(), encoded.toArray(), List.of());
        }
        ResultFile file = results.store(encoded);
        ValueHere answer =
                await(
                        ask(
                                file.digest(),
                                Frame.newBuilder()
                                        .setKeepValue(
                                                KeepValue.newBuilder()
                                                        .setFile(file.path())
                                                        .setBlob(blob(file.digest(), file.size())))
                                        .build()));
        if (!answer.getProblem().isEmpty()) {
            throw new IOException("the node does not store the value: " + answer.getProblem());
        }
        return new ValueRef(file.digest().toString(), file.size(), List.of(node));
    }
}
