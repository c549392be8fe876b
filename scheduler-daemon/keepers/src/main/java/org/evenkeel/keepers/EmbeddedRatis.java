package org.evenkeel.keepers;

import java.io.ObjectInputFilter;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Map;
import org.apache.ratis.util.ExitUtils;
import org.jspecify.annotations.Nullable;

/**
 * Makes Ratis fit into a process that is not its own. By itself it ends the process when a thread
 * of any part fails or its port is in use, deserialises exceptions of its peers, and sizes its
 * buffers by the machine.
 */
final class EmbeddedRatis {

    /** Of the Netty in Ratis, which has names of its own. A value that is set already stays. */
    private static final Map<String, String> BUFFERS =
            Map.of(
                    "org.apache.ratis.thirdparty.io.netty.allocator.numDirectArenas", "2",
                    "org.apache.ratis.thirdparty.io.netty.allocator.numHeapArenas", "1",
                    // chunks of 8 KiB << 6, which is 512 KiB
                    "org.apache.ratis.thirdparty.io.netty.allocator.maxOrder", "6",
                    "org.apache.ratis.thirdparty.io.netty.eventLoopThreads", "2");

    private static boolean prepared;

    private EmbeddedRatis() {}

    /** To be called before the first other class of Ratis is used; does nothing later. */
    static synchronized void prepare() {
        if (prepared) {
            return;
        }
        prepared = true;
        BUFFERS.forEach((key, value) -> {
            if (System.getProperty(key) == null) {
                System.setProperty(key, value);
            }
        });
        decodeNoObjects();
        // Loading the class sets a handler that ends the process.
        UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        ExitUtils.disableSystemExit();
        ExitUtils.setTerminateOnUncaughtException(false);
        Thread.setDefaultUncaughtExceptionHandler(before);
        PeerResolver.register();
    }

    /** A daemon is started so; other processes that run keepers are tests. */
    private static void decodeNoObjects() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter("!*"));
        }
    }

    /** Runs what may look for classes of Ratis by their names, which takes the thread's loader. */
    static <T extends @Nullable Object, E extends Exception> T withOwnLoader(Action<T, E> action)
            throws E {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(EmbeddedRatis.class.getClassLoader());
        try {
            return action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Something that returns a value or fails. */
    interface Action<T extends @Nullable Object, E extends Exception> {
        T run() throws E;
    }
}
