package org.evenkeel.cli.doctor;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.evenkeel.cli.text.NumberFormatter;

/** Checks of the disk on which a directory is; they look nothing up. */
public final class DiskCheck {
    private static final int MARGIN = 4;
    private static final long TOO_FEW_INODES = 1_000;
    private static final long FEW_INODES = 20_000;

    /**
     * What was found of a directory.
     *
     * @param path the directory; one above it was looked at if it does not exist
     * @param exists whether it does
     * @param whyNotWritable empty when a file could be written
     * @param usable bytes
     * @param total bytes; 0 when the disk is not known
     * @param inodes that are free; empty when the file system does not count them
     */
    public record Disk(
            Path path,
            boolean exists,
            String whyNotWritable,
            long usable,
            long total,
            OptionalLong inodes) {}

    /**
     * Whether it can be written, and has room.
     *
     * @param check name of the check
     * @param lowBytes free space below which a daemon refuses tasks that need the disk
     */
    public static Finding check(String check, Disk disk, long lowBytes) {
        String found = disk.path() + (disk.exists() ? "" : " (does not exist yet)");
        if (!disk.whyNotWritable().isEmpty()) {
            return Finding.problem(
                    check,
                    found + ": it cannot be written: " + disk.whyNotWritable(),
                    "correct owner, mode or mount of the directory, or use another one");
        }
        if (disk.total() <= 0) {
            return Finding.unknown(check, found + ": the free space is not known", "see df");
        }
        found +=
                ": %s of %s free%s"
                        .formatted(
                                NumberFormatter.bytes(disk.usable()),
                                NumberFormatter.bytes(disk.total()),
                                disk.inodes().isPresent()
                                        ? ", %s inodes free"
                                                .formatted(
                                                        NumberFormatter.count(
                                                                disk.inodes().getAsLong()))
                                        : "");
        long inodes = disk.inodes().orElse(Long.MAX_VALUE);
        if (disk.usable() < lowBytes || inodes < TOO_FEW_INODES) {
            return Finding.problem(
                    check,
                    found + ": too little, the daemon refuses tasks that need the disk",
                    "delete files, or use a directory on another disk");
        }
        return disk.usable() < MARGIN * lowBytes || inodes < FEW_INODES
                ? Finding.warning(
                        check, found + ": little", "delete files soon, see df -h and df -i")
                : Finding.ok(check, found);
    }
}
