package org.evenkeel.agent;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The functions of libX11 and libXss that the idle time needs, called through java.lang.foreign.
 *
 * <p>Xlib ends the process when it loses a connection. This class prevents that with handlers for
 * the whole process, so nothing else in it may use Xlib (AWT does). Where libX11 has
 * XSetIOErrorExitHandler (1.7.0 of 2020), a function that loses its connection returns. Elsewhere,
 * and inside XOpenDisplay, the handler never returns: the calling thread is lost, the process is
 * not. So each display needs a daemon thread of its own, and its callers need a time limit.
 */
@SuppressWarnings("restricted") // native functions
final class Xlib {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    /** C's unsigned long on every 64-bit Unix. */
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final ValueLayout POINTER = ValueLayout.ADDRESS;

    /** XScreenSaverInfo. */
    private static final MemoryLayout INFO =
            MemoryLayout.structLayout(
                    LONG.withName("window"),
                    INT.withName("state"),
                    INT.withName("kind"),
                    LONG.withName("til_or_since"),
                    LONG.withName("idle"),
                    LONG.withName("eventMask"));

    private static final long IDLE = INFO.byteOffset(MemoryLayout.PathElement.groupElement("idle"));

    private static final int SHUT_RDWR = 2;

    /**
     * Threads that Xlib must not return to when the connection is lost: it would end the process.
     */
    private static final Set<Thread> UNPROTECTED = ConcurrentHashMap.newKeySet();

    /** Threads whose display has lost its connection. */
    private static final Set<Thread> LOST = ConcurrentHashMap.newKeySet();

    private static @Nullable Xlib loaded;

    private final Linker linker = Linker.nativeLinker();
    private final SymbolLookup x11;
    private final SymbolLookup xss;
    private final MethodHandle openDisplay;
    private final MethodHandle closeDisplay;
    private final MethodHandle connectionNumber;
    private final MethodHandle defaultRootWindow;
    private final MethodHandle queryExtension;
    private final MethodHandle queryInfo;
    private final MethodHandle shutdown;
    private final MethodHandle close;
    private final Optional<MethodHandle> setExitHandler;
    private final MemorySegment exitHandler;

    private Xlib() throws SourceFailedException {
        x11 = library("libX11.so.6", "libx11-6");
        xss = library("libXss.so.1", "libxss1");
        openDisplay = function(x11, "XOpenDisplay", FunctionDescriptor.of(POINTER, POINTER));
        closeDisplay = function(x11, "XCloseDisplay", FunctionDescriptor.of(INT, POINTER));
        connectionNumber = function(x11, "XConnectionNumber", FunctionDescriptor.of(INT, POINTER));
        defaultRootWindow =
                function(x11, "XDefaultRootWindow", FunctionDescriptor.of(LONG, POINTER));
        queryExtension =
                function(
                        x11,
                        "XQueryExtension",
                        FunctionDescriptor.of(INT, POINTER, POINTER, POINTER, POINTER, POINTER));
        queryInfo =
                function(
                        xss,
                        "XScreenSaverQueryInfo",
                        FunctionDescriptor.of(INT, POINTER, LONG, POINTER));
        shutdown =
                function(linker.defaultLookup(), "shutdown", FunctionDescriptor.of(INT, INT, INT));
        close = function(linker.defaultLookup(), "close", FunctionDescriptor.of(INT, INT));
        FunctionDescriptor exit = FunctionDescriptor.ofVoid(POINTER, POINTER);
        exitHandler = handler("onExit", exit);
        setExitHandler =
                x11.find("XSetIOErrorExitHandler")
                        .map(address ->
                                linker.downcallHandle(
                                        address,
                                        FunctionDescriptor.ofVoid(POINTER, POINTER, POINTER)));
        FunctionDescriptor setHandler = FunctionDescriptor.of(POINTER, POINTER);
        try {
            MemorySegment ignored =
                    (MemorySegment)
                            function(x11, "XSetErrorHandler", setHandler)
                                    .invokeExact(
                                            handler(
                                                    "onError",
                                                    FunctionDescriptor.of(INT, POINTER, POINTER)));
            ignored =
                    (MemorySegment)
                            function(x11, "XSetIOErrorHandler", setHandler)
                                    .invokeExact(
                                            handler(
                                                    "onIoError",
                                                    FunctionDescriptor.of(INT, POINTER)));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Loads the libraries and sets the handlers, once in a process.
     *
     * @throws SourceFailedException when a library is missing; the next call tries again
     */
    static synchronized Xlib load() throws SourceFailedException {
        if (loaded == null) {
            loaded = new Xlib();
        }
        return loaded;
    }

    private static SymbolLookup library(String file, String debianPackage)
            throws SourceFailedException {
        try {
            return SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new SourceFailedException(
                    "the library %s is missing (Debian: apt install %s)"
                            .formatted(file, debianPackage),
                    e);
        }
    }

    private MethodHandle function(SymbolLookup library, String name, FunctionDescriptor type)
            throws SourceFailedException {
        MemorySegment address =
                library.find(name)
                        .orElseThrow(() ->
                                new SourceFailedException("no function " + name + " in Xlib"));
        return linker.downcallHandle(address, type);
    }

    private MemorySegment handler(String name, FunctionDescriptor type) {
        MethodType methodType = type.toMethodType();
        try {
            return linker.upcallStub(
                    MethodHandles.lookup().findStatic(Xlib.class, name, methodType),
                    type,
                    Arena.global());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An error reply of the server: the function that asked returns a failure. */
    @SuppressWarnings("unused") // called by Xlib
    private static int onError(MemorySegment display, MemorySegment event) {
        return 0;
    }

    /** The connection is lost. Where this returns and there is no exit handler, Xlib exits. */
    @SuppressWarnings("unused") // called by Xlib
    private static int onIoError(MemorySegment display) {
        LOST.add(Thread.currentThread());
        while (UNPROTECTED.contains(Thread.currentThread())) {
            LockSupport.park(Xlib.class);
        }
        return 0;
    }

    /** Replaces Xlib's exit. */
    @SuppressWarnings("unused") // called by Xlib
    private static void onExit(MemorySegment display, MemorySegment data) {}

    /**
     * Connects to a server. May block, and may lose the thread; see above.
     *
     * @return NULL when there is no server, or it refuses
     */
    MemorySegment openDisplay(String name) {
        Thread thread = Thread.currentThread();
        UNPROTECTED.add(thread);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment display =
                    (MemorySegment) openDisplay.invokeExact(arena.allocateFrom(name));
            if (display.address() == 0) {
                UNPROTECTED.remove(thread);
            } else if (setExitHandler.isPresent()) {
                setExitHandler.get().invokeExact(display, exitHandler, MemorySegment.NULL);
                UNPROTECTED.remove(thread);
            }
            return display;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Whether the display of this thread has lost its connection. Then no function but {@link
     * #abandon} may be called.
     */
    boolean isLost() {
        return LOST.contains(Thread.currentThread());
    }

    /** Ends a connection that is not lost. It may become so here. */
    void closeDisplay(MemorySegment display) {
        try {
            int ignored = (int) closeDisplay.invokeExact(display);
        } catch (Throwable e) {
            throw unexpected(e);
        } finally {
            forget();
        }
    }

    private static void forget() {
        UNPROTECTED.remove(Thread.currentThread());
        LOST.remove(Thread.currentThread());
    }

    /**
     * Closes the file of a lost connection. XCloseDisplay could crash the process: libXss uses
     * memory that it has freed when the connection was lost in its first request. The display's
     * memory, some kilobytes, is never freed.
     */
    void abandon(int connectionNumber) {
        try {
            int ignored = (int) close.invokeExact(connectionNumber);
        } catch (Throwable e) {
            throw unexpected(e);
        } finally {
            forget();
        }
    }

    /** The file descriptor of the connection. Does not block. */
    int connectionNumber(MemorySegment display) {
        try {
            return (int) connectionNumber.invokeExact(display);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    boolean hasExtension(MemorySegment display, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocate(INT, 3);
            int found =
                    (int)
                            queryExtension.invokeExact(
                                    display,
                                    arena.allocateFrom(name),
                                    numbers,
                                    numbers.asSlice(INT.byteSize()),
                                    numbers.asSlice(2 * INT.byteSize()));
            return found != 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Milliseconds since the last input; -1 when the server did not answer. */
    long idleMillis(MemorySegment display) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(INFO);
            long root = (long) defaultRootWindow.invokeExact(display);
            int status = (int) queryInfo.invokeExact(display, root, info);
            return status == 0 ? -1 : info.get(LONG, IDLE);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Ends the connection of a display whose thread is blocked, so that the thread continues. */
    void shutdown(int connectionNumber) {
        try {
            int ignored = (int) shutdown.invokeExact(connectionNumber, SHUT_RDWR);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Method handles declare every throwable; these throw none of their own. */
    private static RuntimeException unexpected(Throwable failure) {
        if (failure instanceof java.lang.Error error) {
            throw error;
        }
        return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
    }
}
