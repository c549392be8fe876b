package org.evenkeel.client.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;

/** Any bytes as a question: what is beside the directory that is served stays as it is. */
public final class HomeFuzz implements FuzzTarget {

    private static final String CANARY = "sings";

    private final Path machine;
    private final Path served;
    private final ClientFileServer clientFileServer;

    /** Makes a directory of its own, which ends with the JVM's temporary files. */
    public HomeFuzz() {
        try {
            machine = Files.createTempDirectory("evenkeel-fuzz-home");
            machine.toFile().deleteOnExit();
            served = Files.createDirectory(machine.resolve("served"));
            Files.writeString(machine.resolve("canary"), CANARY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        clientFileServer =
                new ClientFileServer(
                        job -> new ClientFolder(served),
                        new ClientConsole(nowhere, nowhere),
                        new SomeTasks(),
                        System::nanoTime);
    }

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(InvalidProtocolBufferException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        for (String link : List.of("canary", "..")) {
            Path at = served.resolve("link" + link.length());
            if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(at, machine.resolve(link));
            }
        }
        List<FileAnswer> answers = new ArrayList<>();
        FileAsk ask = FileAsk.parseFrom(input);
        clientFileServer.answer(ask, answers::add); // about messages perhaps later
        try {
            PublicationPart part = PublicationWire.read(ask);
            assertTrue(part.offset() + part.content().length <= PublicationPart.MAX_VALUE);
        } catch (WireException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("publication."), e.getMessage());
        }
        for (FileAnswer answer : answers) {
            assertTrue(answer.getSerializedSize() <= 80 << 10, "a long answer");
            FileWire.read(answer);
        }
        assertEquals(CANARY, Files.readString(machine.resolve("canary")));
        try (var all = Files.list(machine)) {
            assertEquals(2, all.count());
        }
    }
}
