package org.evenkeel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.freedesktop.dbus.connections.BusAddress;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.messages.Error;
import org.freedesktop.dbus.messages.Message;
import org.freedesktop.dbus.messages.MethodCall;
import org.freedesktop.dbus.messages.constants.Flags;
import org.jspecify.annotations.Nullable;

/**
 * A connection of its own to a message bus (D-Bus). Every operation has a deadline, also where the
 * bus accepts the connection and then says nothing. One thread uses it.
 */
record BusConnection(DBusConnection connection, Path socket) implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);
    private static final long LOOK_MILLIS = 50;
    private static final BusMethod HELLO =
            new BusMethod(
                    "org.freedesktop.DBus",
                    "/org/freedesktop/DBus",
                    "org.freedesktop.DBus",
                    "Hello");

    /**
     * Connects and registers.
     *
     * @param socket the Unix socket of the bus
     */
    static BusConnection open(Path socket, Deadline deadline) throws SourceFailedException {
        if (!Files.exists(socket)) {
            throw new SourceFailedException("there is no bus at " + socket);
        }
        BusConnection opened = new BusConnection(connect(socket, deadline), socket);
        try {
            opened.call(HELLO, deadline);
            return opened;
        } catch (SourceFailedException e) {
            opened.close();
            throw e;
        }
    }

    /** In a thread, as authentication reads without a time limit; an interrupt ends it. */
    private static DBusConnection connect(Path socket, Deadline deadline)
            throws SourceFailedException {
        CompletableFuture<DBusConnection> result = new CompletableFuture<>();
        Thread connecting =
                Thread.ofPlatform()
                        .daemon()
                        .name("agent-bus-connect")
                        .start(() -> connectInto(result, socket));
        try {
            return result.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new SourceFailedException(
                    "the bus at %s refuses the connection: %s"
                            .formatted(socket, rootMessage(e.getCause())),
                    e.getCause());
        } catch (TimeoutException e) {
            abandon(result, connecting);
            throw new SourceFailedException(
                    "the bus at %s does not answer: timeout".formatted(socket), e);
        } catch (InterruptedException e) {
            abandon(result, connecting);
            Thread.currentThread().interrupt();
            throw new SourceFailedException("interrupted while it connects to a bus", e);
        }
    }

    private static void connectInto(CompletableFuture<DBusConnection> result, Path socket) {
        try {
            DBusConnection connection =
                    DBusConnectionBuilder.forAddress(
                                    BusAddress.of("unix:path=")
                                            .addParameter("path", socket.toString()))
                            .withShared(false)
                            .transportConfig()
                            .withTimeout(0) // one attempt; the caller decides on another
                            .withRegisterSelf(false) // waits longer than our deadline
                            .back()
                            .build();
            if (!result.complete(connection)) {
                connection.disconnect();
            }
        } catch (DBusException | RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private static void abandon(CompletableFuture<DBusConnection> result, Thread connecting) {
        if (result.cancel(false)) {
            connecting.interrupt();
        } else if (!result.isCompletedExceptionally()) {
            disconnect(result.join());
        }
    }

    /** Calls a method without arguments. */
    Object[] call(BusMethod method, Deadline deadline) throws SourceFailedException {
        return call(method, deadline, null);
    }

    /**
     * Calls a method and waits for its result. No program is started to answer it.
     *
     * @param signature the types of the arguments, in D-Bus notation
     * @return the values of the reply, as dbus-java represents them
     */
    Object[] call(
            BusMethod method, Deadline deadline, @Nullable String signature, Object... arguments)
            throws SourceFailedException {
        Message reply;
        try {
            MethodCall call =
                    connection
                            .getMessageFactory()
                            .createMethodCall(
                                    null,
                                    method.destination(),
                                    method.path(),
                                    method.type(),
                                    method.member(),
                                    Flags.NO_AUTO_START,
                                    signature,
                                    arguments);
            connection.sendMessage(call);
            reply = await(call, deadline);
            if (reply != null && !(reply instanceof Error)) {
                Object[] values = reply.getParameters();
                return values == null ? new Object[0] : values;
            }
        } catch (DBusException | RuntimeException e) {
            throw new SourceFailedException(lostOr(method, rootMessage(e)), e);
        }
        if (reply == null) {
            throw new SourceFailedException(
                    lostOr(method, "no answer to " + method.member() + " in time: timeout"));
        }
        throw new SourceFailedException(lostOr(method, errorText(method, (Error) reply)));
    }

    /**
     * Waits for a reply. A connection that closes at the wrong moment forgets calls, so this looks
     * at it from time to time.
     *
     * @return null when there is none in time
     */
    private @Nullable Message await(MethodCall call, Deadline deadline) {
        while (!call.hasReply()) {
            long millisLeft = deadline.millisLeft();
            if (millisLeft == 0
                    || !connection.isConnected()
                    || Thread.currentThread().isInterrupted()) {
                return null;
            }
            call.getReply(Math.min(millisLeft, LOOK_MILLIS));
        }
        return call.getReply(1);
    }

    /** What went wrong, unless the whole connection is lost, which is the better reason. */
    private String lostOr(BusMethod method, String reason) {
        return connection.isConnected()
                ? method.destination() + ": " + reason
                : "the bus at " + socket + " has closed the connection";
    }

    private static String errorText(BusMethod method, Error error) {
        String name = String.valueOf(error.getName());
        if (name.endsWith(".ServiceUnknown") || name.endsWith(".NameHasNoOwner")) {
            return "no program on the bus has this name";
        }
        String text;
        try {
            text = Arrays.toString(error.getParameters());
        } catch (DBusException e) {
            text = rootMessage(e);
        }
        return "%s failed: %s %s".formatted(method.member(), name, text);
    }

    private static String rootMessage(@Nullable Throwable failure) {
        Throwable root = failure;
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        if (root == null) {
            return "unknown";
        }
        return root instanceof IOException && root.getMessage() != null
                ? root.getMessage()
                : root.toString();
    }

    @Override
    public void close() {
        disconnect(connection);
    }

    /** The library may wait for threads of its own that do not end. */
    private static void disconnect(DBusConnection connection) {
        Thread closing =
                Thread.ofPlatform().daemon().name("agent-bus-close").start(connection::disconnect);
        try {
            if (!closing.join(CLOSE_LIMIT)) {
                closing.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
