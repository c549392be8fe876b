package org.evenkeel.worker;

import com.google.protobuf.CodedOutputStream;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.StackThread;
import org.evenkeel.wire.proto.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of this process are doing: those of tasks and of their program, virtual ones
 * too, with what each waits for and has locked. Java writes all of them to a file (JDK 25,
 * HotSpotDiagnosticMXBean.dumpThreads); threads of one state with the same frames are reported
 * once.
 */
final class ThreadStacks {

    /** Bytes of the threads that run tasks, the asked one excepted, and as many of all others. */
    private static final int MAX_BYTES = 200_000;

    /** Bytes of the lines of one thread. */
    private static final int MAX_THREAD_BYTES = 100_000;

    /** Bytes of a thread's place in the answer, and of how many threads are like it. */
    private static final int MAX_HEAD = 16;

    private static final int MAX_LINES = 512;

    /** Characters of a line, and of a name. */
    private static final int MAX_LINE = 1_000;

    private static final String MORE = "- and more, which are left out";

    /** {@code #26 "main" virtual WAITING 2026-11-27T17:21:33.968Z}. */
    private static final Pattern HEADER =
            Pattern.compile("#(\\d+) \"(.*)\"( virtual)? ([A-Z_]+)( .*)?");

    /** What stands before the class of a frame of Java, and of a lock. */
    private static final Pattern OF_JDK_OR_LOCK = Pattern.compile("^(- locked <|java\\.base/)");

    private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]+");

    /** What Java starts in every process, and says nothing of a program. */
    private static final Set<String> OF_JAVA =
            Set.of(
                    "Reference Handler",
                    "Finalizer",
                    "Signal Dispatcher",
                    "Notification Thread",
                    "Common-Cleaner",
                    "Attach Listener",
                    "VirtualThread-unblocker",
                    "VirtualThread-unparker",
                    "process reaper");

    /** Virtual threads run on these; the worker needs them before a program has a pool. */
    private static final String CARRIERS = "ForkJoinPool-1-worker-";

    /** The name of the loader that has the program's classes. */
    private static final String PROGRAM = "bundle//";

    private final Path directory;
    private final TaskId asked;
    private final Map<Long, TaskId> tasks;
    private final List<Long> own;
    private final Map<String, StackThread.Builder> found = new LinkedHashMap<>();
    private long left;

    /** Of the lines of the thread that is being read, and whether further ones are left out. */
    private int bytesOfThread;

    private boolean isCut;
    private int bytesOfTasks;
    private int bytesOfOthers;

    /**
     * @param directory for the file
     * @param asked task whose thread is reported in any case
     * @param tasks which task a thread runs, by the thread's id
     * @param own ids of threads of the worker that are not reported
     */
    ThreadStacks(Path directory, TaskId asked, Map<Long, TaskId> tasks, List<Long> own) {
        this.directory = directory;
        this.asked = asked;
        this.tasks = tasks;
        this.own = own;
    }

    /**
     * Takes them; the answer has no number yet. Takes a tenth of a second, more of many threads.
     */
    StackTaken.Builder take() throws IOException {
        Path file = directory.resolve("threads-" + System.nanoTime() + ".txt").toAbsolutePath();
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                return read(reader);
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Reads what Java wrote. */
    StackTaken.Builder read(BufferedReader reader) throws IOException {
        StackThread.@Nullable Builder thread = null;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                keep(thread);
                thread = begun(header);
            } else if (thread != null && !line.isBlank() && !isCut) {
                add(thread, shortened(frame(line.strip())));
            }
        }
        keep(thread);
        StackTaken.Builder taken = StackTaken.newBuilder().setLeftOut(left);
        List<StackThread.Builder> others = new ArrayList<>();
        for (StackThread.Builder one : found.values()) {
            if (one.hasTask()) {
                taken.addThreads(one);
            } else {
                others.add(one);
            }
        }
        others.forEach(taken::addThreads);
        return taken;
    }

    /** The frame without what says that the class is the program's own. */
    private static String frame(String line) {
        String frame = line.startsWith("at ") ? line.substring("at ".length()) : line;
        return frame.startsWith(PROGRAM) ? frame.substring(PROGRAM.length()) : frame;
    }

    private static String shortened(String line) {
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE);
    }

    private void add(StackThread.Builder thread, String line) {
        bytesOfThread += CodedOutputStream.computeStringSizeNoTag(line);
        isCut = thread.getLinesCount() == MAX_LINES || bytesOfThread > MAX_THREAD_BYTES;
        thread.addLines(isCut ? MORE : line);
    }

    private StackThread.Builder begun(Matcher header) {
        bytesOfThread = 0;
        isCut = false;
        long id = Long.parseLong(header.group(1));
        StackThread.Builder thread =
                StackThread.newBuilder()
                        .setId(id)
                        .setName(shortened(header.group(2)))
                        .setVirtual(header.group(3) != null)
                        .setState(header.group(4));
        TaskId task = tasks.get(id);
        return task == null ? thread : thread.setTask(task);
    }

    private void keep(StackThread.@Nullable Builder thread) {
        if (thread == null || !isReported(thread)) {
            return;
        }
        if (thread.hasTask()) {
            cutOwnFrames(thread);
        }
        String frames = String.join("\n", thread.getLinesList());
        String key =
                (thread.hasTask() ? thread.getId() : thread.getVirtual())
                        + thread.getState()
                        + IDENTITY.matcher(frames).replaceAll("");
        StackThread.Builder before = found.get(key);
        if (before != null) {
            before.setAlike(before.getAlike() + 1);
        } else if (fits(thread, thread.build().getSerializedSize() + MAX_HEAD)) {
            found.put(key, thread);
        } else {
            left++;
        }
    }

    private boolean fits(StackThread.Builder thread, int size) {
        if (thread.hasTask()) {
            boolean fits = bytesOfTasks + size <= MAX_BYTES;
            bytesOfTasks += fits ? size : 0;
            return fits || thread.getTask().equals(asked);
        }
        boolean fits = bytesOfOthers + size <= MAX_BYTES;
        bytesOfOthers += fits ? size : 0;
        return fits;
    }

    private boolean isReported(StackThread.Builder thread) {
        return thread.hasTask()
                || !OF_JAVA.contains(thread.getName())
                        && !OwnCode.isThread(thread.getName())
                        && !thread.getName().equals(OwnCode.RUNNER)
                        && !own.contains(thread.getId())
                        && !thread.getName().startsWith(CARRIERS);
    }

    /** The frames that every task's thread begins with. */
    private static void cutOwnFrames(StackThread.Builder thread) {
        List<String> lines = thread.getLinesList();
        int end = lines.size();
        while (end > 1 && isOwn(lines.get(end - 1))) {
            end--;
        }
        if (end < lines.size()) {
            List<String> kept = List.copyOf(lines.subList(0, end));
            thread.clearLines().addAllLines(kept);
        }
    }

    private static boolean isOwn(String line) {
        return OwnCode.isFrame(OF_JDK_OR_LOCK.matcher(line).replaceFirst(""));
    }
}
