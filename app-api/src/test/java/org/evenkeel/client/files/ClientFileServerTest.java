package org.evenkeel.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileRequest.Op;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each question counts once, and only those of the copy that counts. */
class ClientFileServerTest {

    @TempDir Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private ClientFileServer clientFileServer;

    @BeforeEach
    void open() {
        clientFileServer =
                new ClientFileServer(
                        job -> new ClientFolder(folder),
                        new ClientConsole(new PrintStream(out), new PrintStream(err)),
                        new SomeTasks(),
                        System::nanoTime);
    }

    private static FileAsk ask(int epoch, int grant, long number, FileRequest question) {
        return FileWire.write(
                Granted.newBuilder()
                        .setOrigin(7)
                        .setNumber(3)
                        .setEpoch(epoch)
                        .setGrant(grant)
                        .build(),
                number,
                question);
    }

    private FileReply reply(int epoch, int grant, long number, FileRequest question)
            throws WireException {
        FileAnswer answer = clientFileServer.answer(ask(epoch, grant, number, question));
        assertThat(answer.getNumber()).isEqualTo(number);
        return FileWire.read(answer);
    }

    private static FileRequest write(String text) {
        return FileRequest.write("/f", 0, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static FileRequest print(boolean error, long position, String text) {
        return FileRequest.print(error, position, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aStaleCopyCannotWrite() throws Exception {
        Files.writeString(folder.resolve("f"), "old");
        assertThat(reply(1, 1, 1, write("one")).problem()).isEqualTo(Problem.NONE);
        assertThat(reply(1, 2, 1, write("two")).problem()).isEqualTo(Problem.NONE);
        for (Op op : Op.values()) {
            FileRequest late =
                    new FileRequest(op, "/f", "/g", 0, 3, new byte[] {'?'}, FileRequest.WRITE);
            FileReply refused = reply(1, 1, 2, late);
            assertThat(refused.problem()).as("%s", op).isEqualTo(Problem.STALE);
            assertThat(refused.why()).contains("1.1", "1.2");
        }
        assertThat(folder.resolve("f")).hasContent("two");
        assertThat(out.size() + err.size()).isZero();
        assertThat(reply(2, 1, 1, write("epoch")).problem()).isEqualTo(Problem.NONE);
        assertThat(reply(1, 9, 1, write("?")).problem()).isEqualTo(Problem.STALE);
        assertThat(folder.resolve("f")).hasContent("epoch");
    }

    @Test
    void aQuestionThatComesTwiceIsAnsweredAsBefore() throws Exception {
        FileRequest make = FileRequest.open("/f", FileRequest.WRITE | FileRequest.CREATE_NEW);
        assertThat(reply(1, 1, 1, make).problem()).isEqualTo(Problem.NONE);
        assertThat(reply(1, 1, 1, make).problem()).as("asked again").isEqualTo(Problem.NONE);
        assertThat(reply(1, 1, 2, make).problem()).as("another one").isEqualTo(Problem.EXISTS);
        FileRequest delete = FileRequest.of(Op.DELETE, "/f");
        assertThat(reply(1, 1, 3, delete).problem()).isEqualTo(Problem.NONE);
        Files.writeString(folder.resolve("f"), "somebody else's");
        assertThat(reply(1, 1, 3, delete).problem()).isEqualTo(Problem.NONE);
        assertThat(reply(1, 1, 2, make).problem()).as("long answered").isEqualTo(Problem.STALE);
        assertThat(folder.resolve("f")).hasContent("somebody else's");
    }

    private static long lines(long lines) {
        return lines << 32;
    }

    @Test
    void whatIsPrintedAppearsOnceAndInOrder() throws Exception {
        reply(1, 1, 1, print(false, 0, "one\n"));
        reply(1, 1, 1, print(false, 0, "one\n"));
        reply(1, 1, 2, print(true, 0, "oops\n"));
        reply(1, 1, 3, print(false, lines(1), "two\nthr"));
        reply(1, 2, 1, print(false, lines(1), "two\n"));
        reply(1, 2, 2, print(false, lines(2), "three\n"));
        reply(1, 2, 3, print(true, 0, "oops\nagain\n"));
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one\ntwo\nthree\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("oops\nagain\n");
        reply(1, 3, 1, print(false, lines(90), "what was lost stays lost\n"));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .endsWith("three\nwhat was lost stays lost\n");
    }

    @Test
    void aSecondRunThatSaysItOtherwiseTearsNoLines() throws Exception {
        reply(1, 1, 1, print(false, 0, "began at n2\nlong ago\nthi"));
        reply(1, 2, 1, print(false, 0, "began at n11, again\nnow\n"));
        reply(1, 2, 2, print(false, lines(2), "third\n\nfifth\n"));
        reply(1, 3, 1, print(false, 0, "\n\n\n\n\nsixth"));
        reply(1, 4, 1, print(false, lines(5), "six\nend"));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("began at n2\nlong ago\nthird\n\nfifth\nsixth\nend");
    }

    @Test
    void anyPartOfATextThatComesAgainIsLeftOut() throws Exception {
        String text = "a\n\nbc\nd\n\n\nefg";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int grant = 0;
        for (int stop = 0; stop <= bytes.length; stop++) {
            for (int from = 0; from <= stop; from++) {
                out.reset();
                open();
                byte[] first = Arrays.copyOf(bytes, stop);
                byte[] skipped = Arrays.copyOf(bytes, from);
                byte[] rest = Arrays.copyOfRange(bytes, from, bytes.length);
                reply(1, ++grant, 1, FileRequest.print(false, 0, first));
                reply(
                        1,
                        ++grant,
                        1,
                        FileRequest.print(false, PrintPosition.after(0, skipped), rest));
                assertThat(out.toString(StandardCharsets.UTF_8))
                        .as("to %d, again from %d", stop, from)
                        .isEqualTo(text);
            }
        }
    }

    @Test
    void tasksDoNotDisturbEachOther() throws Exception {
        reply(5, 5, 9, write("one"));
        FileAsk other =
                FileWire.write(
                        Granted.newBuilder()
                                .setOrigin(7)
                                .setNumber(4)
                                .setEpoch(1)
                                .setGrant(1)
                                .build(),
                        1,
                        print(false, 0, "x"));
        assertThat(FileWire.read(clientFileServer.answer(other)).problem()).isEqualTo(Problem.NONE);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("x");
    }

    @Test
    void withoutADirectoryItSaysWhy() throws Exception {
        clientFileServer =
                new ClientFileServer(
                        job -> {
                            throw new IOException("job 1 is over");
                        },
                        new ClientConsole(new PrintStream(out), new PrintStream(err)),
                        new SomeTasks(),
                        System::nanoTime);
        assertThat(reply(1, 1, 1, write("x")).why()).contains("job 1 is over");
    }

    @Test
    void whatBreaksABoundIsRefusedByName() {
        FileAsk fine = ask(1, 1, 1, write("x"));
        for (FileAsk bad :
                new FileAsk[] {
                    fine.toBuilder().setWhat(99).build(),
                    fine.toBuilder().setWhat(-1).build(),
                    fine.toBuilder().setPosition(-1).build(),
                    fine.toBuilder().setPosition(Long.MAX_VALUE).build(),
                    fine.toBuilder().setLength(FileRequest.MAX_BYTES + 1).build(),
                    fine.toBuilder().setHow(1 << 20).build(),
                    fine.toBuilder().setPath("/".repeat(FileRequest.MAX_PATH + 1)).build()
                }) {
            assertThatThrownBy(() -> FileWire.read(bad))
                    .isInstanceOf(WireException.class)
                    .hasMessageContaining("file_ask.");
            assertThat(clientFileServer.answer(bad).getWhy()).contains("file_ask.");
        }
    }
}
