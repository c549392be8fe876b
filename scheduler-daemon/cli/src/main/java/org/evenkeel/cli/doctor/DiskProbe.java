package org.evenkeel.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Looks up the facts of a directory that {@link DiskCheck} judges. */
public final class DiskProbe {
    private static final long LIMIT_SECONDS = 10;

    /**
     * Looks at a directory, or at the nearest one above that exists, and writes a file there that
     * is deleted at once.
     */
    public static DiskCheck.Disk look(Path directory) {
        Path there = directory;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        boolean exists = there.equals(directory);
        String whyNot = whyNotWritable(there);
        try {
            FileStore store = Files.getFileStore(there);
            return new DiskCheck.Disk(
                    directory,
                    exists,
                    whyNot,
                    store.getUsableSpace(),
                    store.getTotalSpace(),
                    inodes(there));
        } catch (IOException e) {
            return new DiskCheck.Disk(directory, exists, whyNot, 0, 0, OptionalLong.empty());
        }
    }

    private static String whyNotWritable(Path directory) {
        try {
            Files.delete(Files.createTempFile(directory, "evenkeel-doctor", null));
            return "";
        } catch (AccessDeniedException e) {
            return "no permission for " + directory;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Java does not tell; the command stat of coreutils does. */
    private static OptionalLong inodes(Path directory) {
        try {
            Process stat =
                    new ProcessBuilder("stat", "-f", "-c", "%c %d", directory.toString())
                            .redirectErrorStream(true)
                            .start();
            if (!stat.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                stat.destroyForcibly();
                return OptionalLong.empty();
            }
            String said = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return stat.exitValue() == 0 ? inodes(said) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        }
    }

    /** Free ones of "total free"; file systems that do not count them say "0 0". */
    static OptionalLong inodes(String said) {
        String[] numbers = said.strip().split(" ");
        return numbers.length == 2 && !numbers[0].equals("0") && numbers[1].matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(numbers[1]))
                : OptionalLong.empty();
    }
}
