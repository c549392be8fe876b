package org.evenkeel.daemon.fake;

import com.google.protobuf.ByteString;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.GoesOn;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Growing;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.KeepValue;
import org.evenkeel.wire.proto.Parked;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.ProfiledStack;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.Resumed;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.StackThread;
import org.evenkeel.wire.proto.StartGroup;
import org.evenkeel.wire.proto.StartItem;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.Stays;
import org.evenkeel.wire.proto.TaskKind;

/**
 * A worker process for tests. What it does with a task is in the task kind's name: {@code echo},
 * {@code die}, {@code hang}, {@code big} (the payload says how many MiB), {@code long} (the payload
 * says how many bytes, in the frame), {@code size} (of a blob), {@code wait}, {@code ask} (for a
 * file, whose content is the result), {@code forge} (see there).
 */
public final class FakeWorkerMain {

    /** How the file in its directory begins that says that it hangs; its process id is the rest. */
    static final String HANGS = "hangs-";

    /** Property: milliseconds between its connection and its hello. */
    static final String PAUSE = "evenkeel.fake.pause";

    /** More than a daemon has asked its workers when a test forges answers. */
    private static final int QUESTIONS = 50;

    private final WireSocket socket;
    private final Path directory;
    private Path blobs = Path.of(".");

    private FakeWorkerMain(WireSocket socket, Path directory) {
        this.socket = socket;
        this.directory = directory;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader stdin =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        byte[] secret = HexFormat.of().parseHex(stdin.readLine());
        Thread.ofPlatform().daemon().start(() -> exitAtEnd(stdin));
        try (WireSocket socket = WireSocket.connect(args[0])) {
            Thread.sleep(Long.getLong(PAUSE, 0));
            new FakeWorkerMain(socket, Path.of(args[2])).run(secret, Integer.parseInt(args[1]));
        } catch (IOException e) {
            System.exit(0);
        }
    }

    private static void exitAtEnd(BufferedReader stdin) {
        try {
            while (stdin.readLine() != null) {
                // nothing is said
            }
        } catch (IOException e) {
            // the same as the end
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(byte[] secret, int number) throws Exception {
        long origin = SessionKey.ofWorker(number, secret).session();
        Frame answer =
                socket.greet(
                        Hello.newBuilder().setRole(Role.WORKER).setWorker(number).setOrigin(origin),
                        secret);
        blobs = Path.of(answer.getWelcome().getBlobDirectory());
        System.out.println("fake worker " + number + " is ready");
        while (true) {
            Frame frame = socket.read();
            switch (frame.getBodyCase()) {
                case START -> {
                    Finished.Builder finished = Finished.newBuilder();
                    for (StartGroup group : frame.getStart().getGroupsList()) {
                        for (StartItem item : group.getItemsList()) {
                            finished.addItems(run(group.getKind().getName(), item));
                        }
                    }
                    socket.send(Frame.newBuilder().setFinished(finished).build());
                }
                case RECALL ->
                        socket.send(
                                Frame.newBuilder()
                                        .setRecallAnswer(
                                                RecallAnswer.newBuilder()
                                                        .addAllStarted(
                                                                frame.getRecall().getTasksList()))
                                        .build());
                case STOP -> System.exit(0);
                default -> {}
            }
        }
    }

    private FinishedItem run(String what, StartItem item) throws Exception {
        FinishedItem.Builder end =
                FinishedItem.newBuilder()
                        .setOrigin(item.getOrigin())
                        .setNumber(item.getNumber())
                        .setEpoch(item.getEpoch())
                        .setGrant(item.getGrant())
                        .setStatus(Status.SUCCEEDED)
                        .setRunNanos(1_000)
                        .setHasPayload(true);
        switch (what) {
            case "die" -> Runtime.getRuntime().halt(77);
            case "die of memory" -> {
                System.out.println("the last words");
                System.out.flush();
                Runtime.getRuntime().halt(3); // as Java does
            }
            case "unstored" ->
                    end.setStatus(Status.FAILED)
                            .setHasPayload(false)
                            .setResultLost(true)
                            .setSummary("no space left on device");
            case "hang" -> {
                Files.createFile(directory.resolve(HANGS + ProcessHandle.current().pid()));
                Thread.sleep(Long.MAX_VALUE);
            }
            case "wait" -> {
                Parked.Builder parked =
                        Parked.newBuilder().setOrigin(item.getOrigin()).setNumber(item.getNumber());
                socket.send(Frame.newBuilder().setParked(parked).build());
                Thread.sleep(Long.MAX_VALUE);
            }
            case "ask" -> end.setPayload(ask(item));
            case "forge" ->
                    end.setPayload(
                            ByteString.copyFromUtf8(
                                    forge(item.getPayload().toStringUtf8().split(" "))));
            case "big" -> big(end, Integer.parseInt(item.getPayload().toStringUtf8()));
            case "long" ->
                    end.setPayload(
                            ByteString.copyFrom(
                                    new byte[Integer.parseInt(item.getPayload().toStringUtf8())]));
            case "size" -> {
                Path file =
                        blobs.resolve(
                                HexFormat.of().formatHex(item.getBlob().getSha256().toByteArray()));
                end.setPayload(ByteString.copyFromUtf8(String.valueOf(Files.size(file))));
            }
            default -> end.setPayload(item.getPayload());
        }
        return end.build();
    }

    /** Reads a file at home, as often as need be, and waits for the answer without its slot. */
    private ByteString ask(StartItem item) throws IOException {
        Granted.Builder task =
                Granted.newBuilder()
                        .setOrigin(item.getOrigin())
                        .setNumber(item.getNumber())
                        .setEpoch(item.getEpoch())
                        .setGrant(item.getGrant());
        Parked.Builder parked =
                Parked.newBuilder().setOrigin(item.getOrigin()).setNumber(item.getNumber());
        socket.send(Frame.newBuilder().setParked(parked).build());
        FileAnswer answer = FileAnswer.newBuilder().setProblem(1).build();
        for (int number = 1; answer.getProblem() != 0; number++) {
            answer = ask(task, number);
        }
        Resumed.Builder resumed =
                Resumed.newBuilder().setOrigin(item.getOrigin()).setNumber(item.getNumber());
        socket.send(Frame.newBuilder().setResumed(resumed).build());
        return answer.getContent();
    }

    private FileAnswer ask(Granted.Builder task, int number) throws IOException {
        FileAsk.Builder ask =
                FileAsk.newBuilder()
                        .setTask(task)
                        .setNumber(number)
                        .setWhat(2) // to read
                        .setPath("/home/file")
                        .setLength(10);
        socket.send(Frame.newBuilder().setFileAsk(ask).build());
        return socket.readUntil(BodyCase.FILE_ANSWER).getFileAnswer();
    }

    /**
     * Says everything it can of a task that another worker was given, and submits one for its job.
     *
     * @param other origin, number, epoch and grant of the task, and its job
     * @return what it was answered, a line each
     */
    private String forge(String[] other) throws Exception {
        long origin = Long.parseLong(other[0]);
        long number = Long.parseLong(other[1]);
        Granted.Builder granted =
                Granted.newBuilder()
                        .setOrigin(origin)
                        .setNumber(number)
                        .setEpoch(Integer.parseInt(other[2]))
                        .setGrant(Integer.parseInt(other[3]));
        FinishedItem.Builder end =
                FinishedItem.newBuilder()
                        .setOrigin(origin)
                        .setNumber(number)
                        .setEpoch(granted.getEpoch())
                        .setGrant(granted.getGrant())
                        .setStatus(Status.SUCCEEDED)
                        .setHasPayload(true)
                        .setPayload(ByteString.copyFromUtf8("forged"));
        TaskKind.Builder kind = Tasks.kind("echo", new byte[32]).setJob(Long.parseLong(other[4]));
        for (Frame.Builder frame :
                List.of(
                        Frame.newBuilder()
                                .setResumed(
                                        Resumed.newBuilder().setOrigin(origin).setNumber(number)),
                        Frame.newBuilder()
                                .setRecallAnswer(RecallAnswer.newBuilder().addGivenBack(granted)),
                        Frame.newBuilder()
                                .setStays(Stays.newBuilder().setTask(granted).setWhy("forged")),
                        Frame.newBuilder().setGoesOn(GoesOn.newBuilder().setTask(granted)),
                        Frame.newBuilder()
                                .setGrowing(
                                        Growing.newBuilder()
                                                .setTask(granted)
                                                .setFile("growing")
                                                .setBlob(blob(CheckpointName.of(7, 7, 7)))),
                        Frame.newBuilder().setFinished(Finished.newBuilder().addItems(end)))) {
            socket.send(frame.build());
        }
        for (int question = 1; question <= QUESTIONS; question++) {
            answer(question);
        }
        socket.send(Tasks.submit(kind, 1, 1, "forged"));
        String rejected = socket.readUntil(BodyCase.REJECTED).getRejected().getReason();
        FileAnswer file = ask(granted, 1);
        FetchValue.Builder fetch =
                FetchValue.newBuilder().setBlob(blob(new Digest(7, 7, 7, 7))).addHolders("n1");
        socket.send(Frame.newBuilder().setFetchValue(fetch).build());
        String fetched = socket.readUntil(BodyCase.VALUE_HERE).getValueHere().getProblem();
        Path outside = Files.writeString(directory.resolveSibling("outside"), "content");
        KeepValue.Builder keep =
                KeepValue.newBuilder()
                        .setBlob(blob(new Digest(7, 7, 7, 7)))
                        .setFile(outside.toString());
        socket.send(Frame.newBuilder().setKeepValue(keep).build());
        String kept = socket.readUntil(BodyCase.VALUE_HERE).getValueHere().getProblem();
        return "submitted: %s\nasked: %d\nfetched: %s\nkept: %s\n"
                .formatted(rejected, file.getProblem(), fetched, kept);
    }

    /** Answers what another worker was asked. */
    private void answer(int question) throws IOException {
        socket.send(
                Frame.newBuilder()
                        .setStackTaken(
                                StackTaken.newBuilder()
                                        .setNumber(question)
                                        .addThreads(StackThread.newBuilder().setName("forged")))
                        .build());
        socket.send(
                Frame.newBuilder()
                        .setProfileTaken(
                                ProfileTaken.newBuilder()
                                        .setNumber(question)
                                        .addStacks(
                                                ProfiledStack.newBuilder()
                                                        .setFrames("forged")
                                                        .setSamples(1)))
                        .build());
    }

    /** No content that is anywhere has this name. */
    private static BlobRef.Builder blob(Digest name) {
        return BlobRef.newBuilder().setSha256(ByteString.copyFrom(name.toBytes())).setSize(7);
    }

    private void big(FinishedItem.Builder end, int mebibytes)
            throws IOException, GeneralSecurityException {
        byte[] block = new byte[1 << 20];
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        Path file = directory.resolve("result-" + end.getNumber());
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < mebibytes; i++) {
                block[0] = (byte) i;
                sha.update(block);
                out.write(block);
            }
        }
        end.setFile(file.getFileName().toString())
                .setBlob(
                        BlobRef.newBuilder()
                                .setSha256(ByteString.copyFrom(sha.digest()))
                                .setSize((long) mebibytes << 20));
    }
}
