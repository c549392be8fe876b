package org.evenkeel.continuations.hop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.evenkeel.client.files.FileDesk;
import org.evenkeel.client.files.FileQuestion;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.client.files.Home;
import org.evenkeel.client.files.HomeConsole;
import org.evenkeel.client.files.HomeFolder;
import org.evenkeel.fake.SomeTasks;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Granted;

/** The context of a task under test that has files: a directory of this machine, served as home. */
public final class FilesContext extends HopContext implements FileDesk {

    private final Home home;
    private long questions;

    /**
     * @param every how many checkpoints make one hop; 0 for none ever
     */
    public FilesContext(int every, Path folder) {
        super(every);
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        home =
                new Home(
                        job -> new HomeFolder(folder),
                        new HomeConsole(nowhere, nowhere),
                        new SomeTasks(),
                        System::nanoTime);
    }

    @Override
    public synchronized FileReply ask(FileQuestion question) throws IOException {
        try {
            return FileWire.read(
                    home.answer(
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
