package org.evenkeel.lab.bench;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.SplittableRandom;
import org.evenkeel.model.Digest;

/**
 * Two processes that copy an array from one to the other through a plain socket, and do nothing
 * else: what moving a task with such an array is compared with.
 *
 * <p>{@code CopyMain receive} prints {@code PORT N}; {@code CopyMain send N} prints {@code READY},
 * and for each line {@code copy BYTES} a {@code FIGURE} with the seconds until the other one has
 * the array and says so. {@code digest BYTES} and {@code write BYTES} tell what its SHA-256 and its
 * file take.
 */
public final class CopyMain {
    private static final int ACK = 1;
    private static final int WRITE_BYTES = 1 << 20;

    public static void main(String[] words) throws IOException {
        if (words.length == 1 && words[0].equals("receive")) {
            receive();
        } else if (words.length == 2 && words[0].equals("send")) {
            send(Integer.parseInt(words[1]));
        } else {
            throw new IllegalArgumentException("receive | send PORT");
        }
    }

    private static void receive() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            System.out.println("PORT " + listener.getLocalPort());
            try (Socket socket = listener.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                for (int length = in.readInt(); length >= 0; length = in.readInt()) {
                    byte[] array = new byte[length];
                    in.readFully(array);
                    socket.getOutputStream().write(ACK);
                }
            }
        }
    }

    private static void send(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                Scanner lines =
                        new Scanner(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            socket.setTcpNoDelay(true);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            System.out.println("READY");
            byte[] array = {};
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                int length = Integer.parseInt(words[1]);
                if (array.length != length) {
                    array = new byte[length];
                    new SplittableRandom(length).nextBytes(array);
                }
                long start = System.nanoTime();
                switch (words[0]) {
                    case "copy" -> copy(array, out, socket.getInputStream());
                    case "digest" -> digest(array);
                    default -> write(array);
                }
                System.out.println("FIGURE " + (System.nanoTime() - start) / 1e9);
            }
            out.writeInt(-1);
        }
    }

    private static void copy(byte[] array, DataOutputStream out, InputStream in)
            throws IOException {
        out.writeInt(array.length);
        out.write(array);
        if (in.read() != ACK) {
            throw new IOException("the receiver closed the connection");
        }
    }

    private static void digest(byte[] array) throws IOException {
        if (Digest.sha256().digest(array).length == 0) {
            throw new IOException("no digest");
        }
    }

    private static void write(byte[] array) throws IOException {
        Path file = Files.createTempFile("evenkeel-bench", null);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int at = 0; at < array.length; at += WRITE_BYTES) {
                out.write(array, at, Math.min(WRITE_BYTES, array.length - at));
            }
        } finally {
            Files.delete(file);
        }
    }
}
