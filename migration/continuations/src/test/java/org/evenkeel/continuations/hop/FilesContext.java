package org.evenkeel.continuations.hop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.evenkeel.client.files.ClientConsole;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.files.ClientFolder;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileService;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Granted;

/** The context of a task under test that has files: a directory of this machine, served as home. */
public final class FilesContext extends HopContext implements FileService {

    private final ClientFileServer clientFileServer;
    private long questions;

    /**
     * @param every how many checkpoints make one hop; 0 for none ever
     */
    public FilesContext(int every, Path folder) {
        super(every);
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        clientFileServer =
                new ClientFileServer(
                        job -> new ClientFolder(folder),
                        new ClientConsole(nowhere, nowhere),
                        new SomeTasks(),
                        System::nanoTime);
    }

    @Override
    public synchronized FileReply ask(FileRequest question) throws IOException {
        try {
            return FileWire.read(
                    clientFileServer.answer(
                            FileWire.write(
                                    Granted.newBuilder().setEpoch(1).setGrant(1).build(),
                                    ++questions,
                                    question)));
        } catch (WireException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void print(boolean error, byte[] bytes, int from, int count) {
        throw new UnsupportedOperationException("not in this test");
    }

    @Override
    public void flush(boolean error) {
        throw new UnsupportedOperationException("not in this test");
    }

    @Override
    public boolean hasLost(boolean error) {
        throw new UnsupportedOperationException("not in this test");
    }
}
