package org.evenkeel.continuations.envelope;

import java.nio.ByteBuffer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.evenkeel.api.observe.TaskObserver;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.GraphInput;
import org.evenkeel.continuations.graph.GraphOutput;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.weave.Weaver;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;

/**
 * What is written on a checkpoint, and its content.
 *
 * <p>Frames are positional, so a checkpoint fits exactly the code it was made of: the bundle, the
 * version of the weaver and the feature version of Java.
 *
 * @param kind what the content is
 * @param bundle digest of the program's bundle
 * @param weaver {@link Weaver#VERSION} that wove it
 * @param java feature version of the JVM, 25 for example
 * @param taskId of the task
 * @param epoch and {@code grant}: under which the task ran
 * @param home node whose files and console the task uses
 * @param printed how much the task had printed
 * @param talked how many messages and barriers the task had behind it
 * @param logged how many lines the task's log had
 * @param published how many values the task had published
 * @param note of the run's observer; empty for none; not copied
 * @param content its bytes; not copied
 */
public record Envelope(
        Kind kind,
        Digest bundle,
        int weaver,
        int java,
        String taskId,
        long epoch,
        long grant,
        String home,
        Printed printed,
        Talked talked,
        Logged logged,
        Published published,
        byte[] note,
        Pieces content) {

    /**
     * How much a task has printed, as {@link org.evenkeel.client.files.PrintPosition} counts.
     *
     * @param out to standard output
     * @param err to standard error
     */
    public record Printed(long out, long err) {

        /** Nothing yet. */
        public static final Printed NOTHING = new Printed(0, 0);

        private static Printed read(GraphInput graphInput) throws DamagedGraph {
            Printed printed = new Printed(graphInput.number(), graphInput.number());
            if (printed.out < 0 || printed.err < 0) {
                throw new DamagedGraph("a negative count of printed bytes");
            }
            return printed;
        }
    }

    /**
     * What a task has got through of its job's messages.
     *
     * @param sent messages it has sent
     * @param received messages it has received
     * @param barriers barriers it has passed
     */
    public record Talked(long sent, long received, long barriers) {

        /** Nothing yet. */
        public static final Talked NOTHING = new Talked(0, 0, 0);

        private static Talked read(GraphInput graphInput) throws DamagedGraph {
            Talked talked =
                    new Talked(graphInput.number(), graphInput.number(), graphInput.number());
            if (talked.sent < 0 || talked.received < 0 || talked.barriers < 0) {
                throw new DamagedGraph("a negative count of messages");
            }
            return talked;
        }
    }

    /**
     * How far a task's log is. The attempt in which its lines are counted is named by the grant
     * under which the task began, or began anew.
     *
     * @param epoch of that grant
     * @param grant its number
     * @param lines how many there are
     * @param out what was printed to standard output after the last end of a line, its bytes as
     *     characters
     * @param err the same of standard error
     */
    public record Logged(long epoch, long grant, long lines, String out, String err) {

        /** Nothing yet. */
        public static final Logged NOTHING = new Logged(0, 0, 0, "", "");

        private void write(GraphOutput graphOutput) {
            graphOutput.number(epoch);
            graphOutput.number(grant);
            graphOutput.number(lines);
            graphOutput.text(out);
            graphOutput.text(err);
        }

        private static Logged read(GraphInput graphInput) throws DamagedGraph {
            Logged logged =
                    new Logged(
                            graphInput.number(),
                            graphInput.number(),
                            graphInput.number(),
                            graphInput.text(),
                            graphInput.text());
            if (logged.lines < 0
                    || logged.out.length() > WireLimits.MAX_LOG_LINE
                    || logged.err.length() > WireLimits.MAX_LOG_LINE) {
                throw new DamagedGraph("a log with impossible lengths");
            }
            return logged;
        }
    }

    /**
     * How many values a task has published. The attempt in which they are counted is named by the
     * grant under which the task began, or began anew.
     *
     * @param epoch of that grant
     * @param grant its number
     */
    public record Published(int epoch, int grant, long count) {

        /** Nothing yet. */
        public static final Published NOTHING = new Published(0, 0, 0);

        private void write(GraphOutput graphOutput) {
            graphOutput.number(epoch);
            graphOutput.number(grant);
            graphOutput.number(count);
        }

        private static Published read(GraphInput graphInput) throws DamagedGraph {
            long epoch = graphInput.number();
            long grant = graphInput.number();
            long count = graphInput.number();
            if (count < 0 || epoch != (int) epoch || grant != (int) grant) {
                throw new DamagedGraph("an impossible count of published values");
            }
            return new Published((int) epoch, (int) grant, count);
        }
    }

    /** What an envelope holds. */
    public enum Kind {
        /** A stack, see {@link StackCodec}. */
        STACK(1),
        /** The state a {@link org.evenkeel.api.Checkpointable} handed over. */
        STATE(2);

        /** As it is written. */
        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) throws DamagedGraph {
            return Stream.of(values())
                    .filter(each -> each.code == code)
                    .findFirst()
                    .orElseThrow(() -> new DamagedGraph("a checkpoint of kind " + code));
        }
    }

    /** Most bytes of a checkpoint. */
    public static final int MAX_BYTES = 1 << 30;

    /** Longest name in it, characters. */
    private static final int MAX_NAME = 1_000;

    private static final int MAGIC = 0x454b_4350; // EKCP
    private static final int FORMAT = 7;

    /** The same of a task that has published nothing, which earlier versions read as well. */
    private static final int UNPUBLISHED = 6;

    /** The same without a note. */
    private static final int UNNOTED = 5;

    /** The same without a log. */
    private static final int UNLOGGED = 4;

    private static final byte[] NO_NOTE = {};

    private static final int HEAD_BYTES = 12;
    private static final int SUM_AT = 8;

    /** An envelope of this JVM's versions. */
    public static Envelope here(
            Kind kind,
            Digest bundle,
            String taskId,
            long epoch,
            long grant,
            String home,
            Pieces content) {
        return new Envelope(
                kind,
                bundle,
                Weaver.VERSION,
                Runtime.version().feature(),
                taskId,
                epoch,
                grant,
                home,
                Printed.NOTHING,
                Talked.NOTHING,
                Logged.NOTHING,
                Published.NOTHING,
                NO_NOTE,
                content);
    }

    /** The same of a task that has printed, sent or logged something, or is observed. */
    public Envelope with(Printed lines, Talked messages, Logged log, byte[] observed) {
        return new Envelope(
                kind, bundle, weaver, java, taskId, epoch, grant, home, lines, messages, log,
                published, observed, content);
    }

    /** The same of a task that has published something. */
    public Envelope with(Published values) {
        return new Envelope(
                kind, bundle, weaver, java, taskId, epoch, grant, home, printed, talked, logged,
                values, note, content);
    }

    /** All of it in one array. */
    public byte[] toBytes() {
        return toPieces().toBytes();
    }

    /** All of it; the content is not copied. */
    public Pieces toPieces() {
        byte[] head = head();
        CRC32C sum = new CRC32C();
        sum.update(head, HEAD_BYTES, head.length - HEAD_BYTES);
        content.addTo(sum);
        ByteBuffer.wrap(head).putInt(SUM_AT, (int) sum.getValue());
        return Pieces.of(head).then(content);
    }

    /** The same for a file that has a sum of its own: the content is not looked at. */
    public Pieces toUnsummedPieces() {
        return Pieces.of(head()).then(content);
    }

    /** What is before the content, the sum left out. */
    private byte[] head() {
        GraphOutput graphOutput = new GraphOutput(Integer.MAX_VALUE - 64);
        int format = format();
        graphOutput.u8((long) MAGIC << 32 | format);
        graphOutput.u4(0);
        graphOutput.u1(kind.code);
        graphOutput.raw(bundle.toBytes());
        graphOutput.count(weaver);
        graphOutput.count(java);
        graphOutput.text(taskId);
        graphOutput.number(epoch);
        graphOutput.number(grant);
        graphOutput.text(home);
        graphOutput.number(printed.out());
        graphOutput.number(printed.err());
        graphOutput.number(talked.sent());
        graphOutput.number(talked.received());
        graphOutput.number(talked.barriers());
        logged.write(graphOutput);
        if (format >= FORMAT) {
            published.write(graphOutput);
        }
        if (format >= UNPUBLISHED) {
            graphOutput.count(note.length);
            graphOutput.raw(note);
        }
        graphOutput.count(content.size());
        return graphOutput.toBytes();
    }

    /** The earliest that has room for all that there is. */
    private int format() {
        if (!published.equals(Published.NOTHING)) {
            return FORMAT;
        }
        return note.length > 0 ? UNPUBLISHED : UNNOTED;
    }

    private static int sum(ByteBuffer bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes.duplicate().position(bytes.position() + HEAD_BYTES));
        return (int) sum.getValue();
    }

    /**
     * Reads an envelope.
     *
     * @throws DamagedGraph if the bytes are none, or changed on their way
     * @throws RefusedCheckpoint if they are of another format
     */
    public static Envelope read(byte[] bytes) throws DamagedGraph, RefusedCheckpoint {
        return read(ByteBuffer.wrap(bytes));
    }

    /** The same of what is left in a buffer; the content stays there. */
    public static Envelope read(ByteBuffer bytes) throws DamagedGraph, RefusedCheckpoint {
        return read(bytes, true);
    }

    /** The same of a file whose own sum was right. */
    public static Envelope readUnsummed(ByteBuffer bytes) throws DamagedGraph, RefusedCheckpoint {
        return read(bytes, false);
    }

    private static Envelope read(ByteBuffer bytes, boolean summed)
            throws DamagedGraph, RefusedCheckpoint {
        GraphInput graphInput = new GraphInput(bytes);
        long head = graphInput.u8();
        if ((int) (head >> 32) != MAGIC) {
            throw new DamagedGraph("not a checkpoint");
        }
        int format = (int) head;
        if (format < UNLOGGED || format > FORMAT) {
            throw new RefusedCheckpoint(
                    "a checkpoint of format %s, %s is the newest supported here"
                            .formatted(format, FORMAT));
        }
        if (graphInput.u4() != (summed ? sum(bytes) : 0)) {
            throw new DamagedGraph("a checkpoint that was changed in transit");
        }
        Kind kind = Kind.of(graphInput.u1());
        Digest bundle = Digest.of(graphInput.raw(Digest.BYTES));
        Envelope envelope =
                new Envelope(
                        kind,
                        bundle,
                        graphInput.count(),
                        graphInput.count(),
                        name(graphInput),
                        graphInput.number(),
                        graphInput.number(),
                        name(graphInput),
                        Printed.read(graphInput),
                        Talked.read(graphInput),
                        format == UNLOGGED ? Logged.NOTHING : Logged.read(graphInput),
                        format < FORMAT ? Published.NOTHING : Published.read(graphInput),
                        format < UNPUBLISHED ? NO_NOTE : note(graphInput),
                        Pieces.of(graphInput.block(graphInput.count(1))));
        if (graphInput.left() > 0) {
            throw new DamagedGraph(graphInput.left() + " bytes after a checkpoint");
        }
        return envelope;
    }

    private static byte[] note(GraphInput graphInput) throws DamagedGraph {
        int length = graphInput.count(1);
        if (length > TaskObserver.MAX_NOTE_BYTES) {
            throw new DamagedGraph("a note of " + length + " bytes");
        }
        return graphInput.raw(length);
    }

    private static String name(GraphInput graphInput) throws DamagedGraph {
        String name = graphInput.text();
        if (name.length() > MAX_NAME) {
            throw new DamagedGraph("a name of " + name.length() + " characters");
        }
        return name;
    }

    /**
     * Checks that this JVM can resume from it.
     *
     * @param bundleHere digest of the bundle that is loaded
     * @throws RefusedCheckpoint if the code or the versions are others
     */
    public void requireFits(Digest bundleHere) throws RefusedCheckpoint {
        if (!bundle.equals(bundleHere)) {
            throw new RefusedCheckpoint(
                    ("the checkpoint of task %s belongs to bundle %s, but bundle %s is loaded: the "
                                    + "program was changed")
                            .formatted(taskId, bundle, bundleHere));
        }
        if (weaver != Weaver.VERSION || java != Runtime.version().feature()) {
            throw new RefusedCheckpoint(
                    ("the checkpoint of task %s was taken by another version of Evenkeel or Java "
                                    + "(weaver %s, Java %s), and this worker cannot resume from "
                                    + "it (weaver %s, Java %s): submit the task again")
                            .formatted(
                                    taskId,
                                    weaver,
                                    java,
                                    Weaver.VERSION,
                                    Runtime.version().feature()));
        }
    }
}
