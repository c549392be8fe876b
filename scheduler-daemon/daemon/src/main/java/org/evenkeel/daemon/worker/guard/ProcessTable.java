package org.evenkeel.daemon.worker.guard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine, as {@code /proc} of Linux tells; empty where there is none. For
 * one thread.
 */
final class ProcessTable {

    /** Environment variable that every process of a worker has, unless it takes pains. */
    static final String MARK = "EVENKEEL_WORKER";

    /** Where Linux tells. */
    static final Path PROC = Path.of("/proc");

    private static final long PAGE_BYTES = 4096;

    /** The kernel's own threads have this parent, and never an environment. */
    private static final long KERNEL_PARENT = 2;

    // Fields of /proc/PID/stat behind the name in parentheses.
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS_OF_CHILDREN = 14;
    private static final int THREADS = 17;
    private static final int STARTED = 19;
    private static final int RESIDENT_PAGES = 21;

    private final Path proc;
    private Map<ProcessEntry.Name, String> marks = new HashMap<>();

    ProcessTable() {
        this(PROC);
    }

    ProcessTable(Path proc) {
        this.proc = proc;
    }

    /** All processes now. */
    List<ProcessEntry> read() {
        List<ProcessEntry> all = new ArrayList<>();
        if (!Files.isReadable(proc.resolve("self/stat"))) {
            return all;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[1-9]*")) {
            for (Path entry : entries) {
                ProcessEntry process = read(entry);
                if (process != null) {
                    all.add(process);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return all;
        }
        return all;
    }

    private static @Nullable ProcessEntry read(Path entry) {
        try {
            String stat = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return new ProcessEntry(
                    Long.parseLong(entry.getFileName().toString()),
                    Long.parseLong(fields[PARENT]),
                    Long.parseLong(fields[SESSION]),
                    Long.parseLong(fields[STARTED]),
                    Integer.parseInt(fields[THREADS]),
                    Long.parseLong(fields[RESIDENT_PAGES]) * PAGE_BYTES,
                    ticks(fields),
                    fields[STATE].equals("T") || fields[STATE].equals("t"),
                    fields[STATE].equals("Z") || fields[STATE].equals("X"));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return null; // it has ended meanwhile
        }
    }

    private static long ticks(String[] fields) {
        return Arrays.stream(fields, USER_TICKS, SYSTEM_TICKS_OF_CHILDREN + 1)
                .mapToLong(Long::parseLong)
                .sum();
    }

    /**
     * The mark of each of these processes that has one. The environment of a process is read until
     * there is one: while a process begins another program it seems to have none.
     */
    Map<ProcessEntry.Name, String> marks(List<ProcessEntry> processes) {
        Map<ProcessEntry.Name, String> known = new HashMap<>();
        for (ProcessEntry process : processes) {
            String mark = marks.get(process.name());
            if (mark == null) {
                mark = isOfKernel(process) ? "" : mark(process.pid());
            }
            if (mark != null) {
                known.put(process.name(), mark);
            }
        }
        marks = known;
        return known;
    }

    private static boolean isOfKernel(ProcessEntry process) {
        return process.pid() == KERNEL_PARENT || process.parent() == KERNEL_PARENT;
    }

    /** Empty when it has none; null when that is not known yet. */
    private @Nullable String mark(long pid) {
        try {
            Path file = proc.resolve(pid + "/environ");
            String environment = Files.readString(file, StandardCharsets.ISO_8859_1);
            if (environment.isEmpty()) {
                return null;
            }
            String wanted = MARK + "=";
            for (int from = 0; from < environment.length(); ) {
                int end = environment.indexOf('\0', from);
                end = end < 0 ? environment.length() : end;
                if (environment.startsWith(wanted, from)) {
                    return new String(
                            environment
                                    .substring(from + wanted.length(), end)
                                    .getBytes(StandardCharsets.ISO_8859_1),
                            StandardCharsets.UTF_8);
                }
                from = end + 1;
            }
        } catch (AccessDeniedException e) {
            return ""; // another user's
        } catch (IOException e) {
            return null; // it has ended, or is about to be another program
        }
        return "";
    }

    /** Bytes of files that this process holds open and that no directory names any more. */
    static void unnamedFiles(long pid, Map<Object, Long> bytesByFile) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(PROC.resolve(pid + "/fd"))) {
            for (Path descriptor : open) {
                unnamed(descriptor, bytesByFile);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return; // it has ended meanwhile
        }
    }

    private static void unnamed(Path descriptor, Map<Object, Long> bytesByFile) {
        try {
            if (Files.readSymbolicLink(descriptor).toString().endsWith(" (deleted)")) {
                var attributes =
                        Files.readAttributes(
                                descriptor, java.nio.file.attribute.BasicFileAttributes.class);
                Object key = attributes.fileKey();
                if (attributes.isRegularFile() && key != null) {
                    bytesByFile.put(key, attributes.size());
                }
            }
        } catch (IOException e) {
            return; // closed meanwhile
        }
    }
}
