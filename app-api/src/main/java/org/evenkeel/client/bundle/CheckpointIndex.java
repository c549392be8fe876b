package org.evenkeel.client.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which methods of a program can reach a checkpoint. It is made once, where the bundle is made, so
 * that no worker has to read the whole program; a bundle without checkpoints has none.
 *
 * <p>As text: the line {@value #HEADER}, then a line {@code m <class> <method and descriptor>} for
 * each method and {@code r <remark>} for each place where no task can be put away. It travels as
 * the last part of its bundle and is told from a jar by its first line; it is never code.
 */
public final class CheckpointIndex {

    /** First line. */
    public static final String HEADER = "evenkeel-checkpoints 1";

    /** Its name among the parts of a bundle. */
    public static final String NAME = "evenkeel-checkpoints";

    private static final int MAX_BYTES = 16 << 20;
    private static final String METHOD = "m ";
    private static final String REMARK = "r ";

    /** Methods with their descriptors, by class. */
    private final Map<String, Set<String>> methods = new TreeMap<>();

    private final Set<String> anywhere = new HashSet<>();
    private final Set<String> remarks = new TreeSet<>();

    CheckpointIndex() {}

    void add(String owner, String method) {
        methods.computeIfAbsent(owner, name -> new TreeSet<>()).add(method);
        anywhere.add(method);
    }

    void remark(String text) {
        remarks.add(text.replace('\n', ' '));
    }

    /**
     * Whether a call that names this class itself may reach a checkpoint.
     *
     * @param owner internal name of the class
     * @param method name and descriptor
     */
    public boolean names(String owner, String method) {
        return methods.getOrDefault(owner, Set.of()).contains(method);
    }

    /** Whether a method of this name and descriptor may reach one, in whatever class. */
    public boolean hasMethod(String method) {
        return anywhere.contains(method);
    }

    /** Places where no task can be put away, each with class and line. */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    // ---- As text

    /** As it is stored; the same for the same program. */
    public String text() {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        methods.forEach((owner, all) ->
                all.forEach(method ->
                        text.append(METHOD).append(owner).append(' ').append(method).append('\n')));
        remarks.forEach(remark -> text.append(REMARK).append(remark).append('\n'));
        return text.toString();
    }

    /** Whether a part of a bundle is one, and no jar. */
    public static boolean isOne(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        byte[] wanted = (HEADER + '\n').getBytes(StandardCharsets.UTF_8);
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(wanted.length), wanted);
        }
    }

    /**
     * Reads one.
     *
     * @throws IOException if it is none, or longer than 16 MiB
     */
    public static CheckpointIndex read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("a list of checkpoints of more than " + MAX_BYTES + " bytes");
        }
        return parse(Files.readString(file, StandardCharsets.UTF_8));
    }

    static CheckpointIndex parse(String text) throws IOException {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new IOException("it does not begin with \"" + HEADER + "\"");
        }
        CheckpointIndex index = new CheckpointIndex();
        for (String line : lines.subList(1, lines.size())) {
            int space = line.indexOf(' ', METHOD.length());
            if (line.startsWith(METHOD) && space > 0) {
                index.add(line.substring(METHOD.length(), space), line.substring(space + 1));
            } else if (line.startsWith(REMARK)) {
                index.remark(line.substring(REMARK.length()));
            } else {
                throw new IOException("\"" + line + "\" is not m <class> <method> or r <remark>");
            }
        }
        return index;
    }

    boolean isTooLong() {
        return text().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    }
}
