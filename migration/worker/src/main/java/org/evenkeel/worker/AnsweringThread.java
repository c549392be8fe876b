package org.evenkeel.worker;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.wire.WireText;
import org.evenkeel.wire.proto.Frame;

/**
 * Answers what the daemon asks of this process, one question at a time, beside all that runs: on a
 * platform thread, as tasks may have all that virtual ones need.
 */
final class AnsweringThread {

    private final String name;
    private final LinkWriter linkWriter;
    private final AtomicBoolean busy = new AtomicBoolean();

    AnsweringThread(String name, LinkWriter linkWriter) {
        this.name = name;
        this.linkWriter = linkWriter;
    }

    /**
     * Returns at once.
     *
     * @param answer made on the thread
     * @param none the answer that says why there is no other
     */
    void answer(Callable<Frame> answer, Function<String, Frame> none) {
        if (!busy.compareAndSet(false, true)) {
            send(none.apply("its worker is answering such a question; try again"));
            return;
        }
        try {
            Thread.ofPlatform().daemon().name(name).start(() -> send(made(answer, none)));
        } catch (OutOfMemoryError e) { // the program has as many threads as it may
            busy.set(false);
            send(none.apply("its worker cannot start a thread for it: " + e.getMessage()));
        }
    }

    private Frame made(Callable<Frame> answer, Function<String, Frame> none) {
        try {
            return answer.call();
        } catch (Exception | LinkageError | InternalError e) {
            return none.apply(WireText.cut("its worker cannot answer: " + e));
        } finally {
            busy.set(false);
        }
    }

    private void send(Frame frame) {
        linkWriter.sendLater(new Outgoing.Control(frame));
    }
}
