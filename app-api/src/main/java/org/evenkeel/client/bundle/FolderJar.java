package org.evenkeel.client.bundle;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs a folder, or what is in no file, into a jar that depends on names and contents alone:
 * sorted, stored, one time.
 */
final class FolderJar {

    private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    static void write(Path folder, List<Path> files, Path jar) throws IOException {
        try (ZipOutputStream zip = open(jar)) {
            for (Path file : files) {
                add(zip, Bundler.entryName(folder, file), Files.readAllBytes(file));
            }
        }
    }

    /** The same of entries in memory. */
    static void write(SortedMap<String, byte[]> entries, Path jar) throws IOException {
        try (ZipOutputStream zip = open(jar)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                add(zip, entry.getKey(), entry.getValue());
            }
        }
    }

    private static ZipOutputStream open(Path jar) throws IOException {
        ZipOutputStream zip =
                new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)));
        zip.setMethod(ZipOutputStream.STORED);
        return zip;
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        entry.setSize(content.length);
        entry.setCompressedSize(content.length);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
