package org.evenkeel.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a daemon leaves: SIGTERM or SIGINT, the second one at once; or the end of its standard
 * input.
 */
final class Signals {

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final int EXIT_AT_ONCE = 1;

    /**
     * A signal that comes while the daemon starts counts as soon as it has started.
     *
     * @param started the daemon, once it has started
     */
    static void leaveOnTerm(CompletableFuture<Daemon> started) {
        AtomicBoolean asked = new AtomicBoolean();
        for (String name : new String[] {"TERM", "INT"}) {
            handle(
                    name,
                    () -> {
                        if (asked.compareAndSet(false, true)) {
                            started.thenAccept(daemon -> daemon.leave("SIG" + name));
                        } else {
                            Runtime.getRuntime().halt(EXIT_AT_ONCE);
                        }
                    });
        }
    }

    /** By reflection: the class is there in every JDK, but its use in source is warned of. */
    private static void handle(String name, Runnable then) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy =
                    Proxy.newProxyInstance(
                            handler.getClassLoader(),
                            new Class<?>[] {handler},
                            (self, method, arguments) -> {
                                then.run();
                                return null;
                            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException e) {
            LOG.info("received SIG{}, stopping at once: {}", name, e.toString());
        }
    }

    static void leaveOnEndOfInput(Daemon daemon) {
        Thread.ofPlatform().name("evenkeel-stdin").daemon().start(() -> waitForEnd(daemon));
    }

    private static void waitForEnd(Daemon daemon) {
        InputStream in = System.in;
        byte[] buffer = new byte[256];
        try {
            while (in.read(buffer) >= 0) {
                // what is said there means nothing
            }
        } catch (IOException e) {
            LOG.debug("standard input: {}", e.toString());
        }
        daemon.leave("standard input closed");
    }
}
