package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.ClientConsole;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.continuations.hop.HopMain;
import org.evenkeel.continuations.hop.HopPool;
import org.evenkeel.continuations.hop.HopPool.Journey;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.samples.moving.Talks;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A task that is put away at each wait for a message or at a barrier, each hop in another JVM. */
@Timeout(120)
class TalksTest {

    @TempDir Path folder;
    private Path program;
    private ServerSocket listener;
    private ClientFileServer clientFileServer;
    private final Object lock = new Object();

    @BeforeEach
    void open() throws IOException {
        program = Programs.copyPackageOf(Talks.class, Files.createDirectory(folder.resolve("p")));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        clientFileServer =
                new ClientFileServer(
                        job -> {
                            throw new IOException("no files here");
                        },
                        new ClientConsole(nowhere, nowhere),
                        new SomeTasks(),
                        System::nanoTime);
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Path port = Files.createDirectory(HopMain.homeOf(program)).resolve(HopMain.PORT);
        Files.writeString(port, listener.getLocalPort() + " " + TalkContext.class.getName());
        Thread.ofPlatform().daemon().start(this::serve);
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try {
                Socket one = listener.accept();
                Thread.ofVirtual().start(() -> serve(one));
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }

    private void serve(Socket one) {
        try (one) {
            FileAsk ask = FileAsk.parseDelimitedFrom(one.getInputStream());
            ask(ask).writeDelimitedTo(one.getOutputStream());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private FileAnswer ask(FileAsk ask) {
        CompletableFuture<FileAnswer> answer = new CompletableFuture<>();
        synchronized (lock) {
            clientFileServer.answer(ask, answer::complete);
        }
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Task 2, which stays here. */
    private FutureTask<Boolean> partner() {
        FutureTask<Boolean> partner =
                new FutureTask<>(() -> {
                    Talking talking =
                            new Talking(
                                    2,
                                    1,
                                    this::ask,
                                    new PayloadCodec(TalksTest.class.getClassLoader()),
                                    () -> false,
                                    what -> {});
                    for (int round = 0; round < Talks.ROUNDS; round++) {
                        for (int i = 0; i < 4; i++) {
                            talking.send(1, 4 * round + i);
                        }
                        talking.barrier("round", 2);
                    }
                    return true;
                });
        Thread.ofPlatform().daemon().start(partner);
        return partner;
    }

    @Test
    void waitsOnWhereverItGoes() throws Exception {
        FutureTask<Boolean> partner = partner();
        Journey journey = HopPool.travel(program, Talks.Everywhere.class.getName(), 1);
        partner.get();
        long sum = 0;
        StringBuilder wanted = new StringBuilder("[");
        for (int round = 0; round < Talks.ROUNDS; round++) {
            int first = 4 * round;
            sum = 31 * sum + first * (first + 1L);
            wanted.append("Pair[from=2, value=%d], self %d, null, ".formatted(first + 3, round));
        }
        assertThat(journey.result()).isEqualTo(wanted + "" + sum + ", null]");
        assertThat(journey.obstacles()).isEmpty();
        assertThat(journey.hops()).as("one at each wait").isEqualTo(9 * Talks.ROUNDS + 1);
    }

    @Test
    @Tag("extended")
    void saysWhereItCannotBePutAwayAndWaitsThere() throws Exception {
        FutureTask<Boolean> partner = partner();
        Journey journey = HopPool.travel(program, Talks.InAStream.class.getName(), 1);
        partner.get();
        assertThat(journey.result()).isEqualTo("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]");
        assertThat(journey.obstacles())
                .isNotEmpty()
                .allMatch(said -> said.contains("forEach") && said.contains("Talks$InAStream"));
        assertThat(journey.hops()).as("at each barrier").isEqualTo(Talks.ROUNDS);
    }
}
