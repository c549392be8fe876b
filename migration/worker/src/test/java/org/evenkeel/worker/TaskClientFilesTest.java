package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.files.ClientGoneException;
import org.evenkeel.client.files.ClientConsole;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.files.ClientFolder;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.continuations.envelope.Envelope.Printed;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAsk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs of a task say to their home, which is a real one. */
class TaskClientFilesTest {

    @TempDir Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ClientFileServer clientFileServer =
            new ClientFileServer(
                    job -> new ClientFolder(folder),
                    new ClientConsole(new PrintStream(out), new PrintStream(err)),
                    new SomeTasks(),
                    System::nanoTime);
    private boolean away;
    private int asked;

    private TaskClientFiles run(int grant) {
        return new TaskClientFiles(this::ask, new Ticket(1, 2, 1, grant));
    }

    private FileReply ask(Ticket task, long number, FileRequest question, boolean patient)
            throws IOException {
        asked++;
        if (away) {
            throw new ClientGoneException("away");
        }
        try {
            return FileWire.read(
                    clientFileServer.answer(
                            FileWire.write(Worker.granted(task), number, question)));
        } catch (WireException e) {
            throw new IOException(e);
        }
    }

    private static void print(TaskClientFiles run, boolean error, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        run.print(error, bytes, 0, bytes.length);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void linesAreSentWholeAndTheRestAtTheEnd() {
        TaskClientFiles run = run(1);
        print(run, false, "one\ntw");
        assertThat(out()).isEqualTo("one\n");
        print(run, true, "oops\n");
        print(run, false, "o\nthree");
        assertThat(out()).isEqualTo("one\ntwo\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("oops\n");
        run.flush();
        assertThat(out()).isEqualTo("one\ntwo\nthree");
        assertThat(run.printed()).isEqualTo(new Printed((2L << 32) + 5, 1L << 32));
        String endless = "x".repeat(200_000);
        print(run, false, endless);
        run.flush();
        assertThat(out()).isEqualTo("one\ntwo\nthree" + endless);
    }

    @Test
    void theNextRunGoesOnWhereTheCheckpointWas() {
        TaskClientFiles first = run(1);
        print(first, false, "one\n");
        Printed checkpoint = first.printed();
        print(first, false, "two\n");
        TaskClientFiles second = run(2);
        second.resumeAt(checkpoint);
        print(second, false, "two\n");
        print(second, false, "three\n");
        print(first, false, "stale\n");
        assertThat(out()).isEqualTo("one\ntwo\nthree\n");
        assertThat(first.hasLost(false)).isTrue();
        assertThat(second.hasLost(false)).isFalse();
    }

    @Test
    void whatHomeDoesNotHearIsLostAndSaid() {
        TaskClientFiles run = run(1);
        print(run, false, "one\n");
        away = true;
        print(run, false, "two\n");
        assertThat(run.hasLost(false)).isTrue();
        assertThat(run.hasLost(true)).isFalse();
        away = false;
        print(run, false, "three\n");
        assertThat(out()).isEqualTo("one\nthree\n");
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void aHomeThatIsGoneIsAnIoExceptionThatSaysSo() {
        List<FileAsk> heard = new ArrayList<>();
        ClientCallChannel[] line = new ClientCallChannel[1];
        line[0] =
                new ClientCallChannel(
                        item -> {
                            FileAsk ask = ((Outgoing.Control) item).frame().getFileAsk();
                            heard.add(ask);
                            line[0].answered(
                                    FileWire.answer(
                                            ask,
                                            FileReply.problem(
                                                    Problem.AWAY, "no node has the client")));
                        },
                        new ClientCallChannel.Patience(1_000_000_000L, 600_000_000L),
                        WorkerClock.SYSTEM);
        TaskClientFiles run = new TaskClientFiles(line[0]::call, new Ticket(1, 2, 1, 1));
        assertThatThrownBy(() -> run.ask(FileRequest.read("/f", 0, 1)))
                .isInstanceOf(ClientGoneException.class)
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("client unreachable", "no node has the client");
        assertThat(heard).as("asked again, however slow the machine is").hasSizeGreaterThan(1);
        assertThat(heard).extracting(FileAsk::getNumber).containsOnly(1L);
    }

    @Test
    void aLostAnswerIsAskedForAgain() throws Exception {
        List<FileAsk> heard = new ArrayList<>();
        ClientCallChannel[] line = new ClientCallChannel[1];
        line[0] =
                new ClientCallChannel(
                        item -> {
                            FileAsk ask = ((Outgoing.Control) item).frame().getFileAsk();
                            heard.add(ask);
                            if (heard.size() == 3) {
                                line[0].answered(clientFileServer.answer(ask));
                            } else {
                                clientFileServer.answer(ask); // done, and its answer lost
                            }
                        },
                        new ClientCallChannel.Patience(50_000_000L, 60_000_000_000L),
                        WorkerClock.SYSTEM);
        TaskClientFiles run = new TaskClientFiles(line[0]::call, new Ticket(1, 2, 1, 1));
        FileReply made =
                run.ask(FileRequest.open("/f", FileRequest.WRITE | FileRequest.CREATE_NEW));
        assertThat(made.problem()).as("it was made the first time").isEqualTo(Problem.NONE);
        assertThat(heard).hasSize(3);
    }
}
