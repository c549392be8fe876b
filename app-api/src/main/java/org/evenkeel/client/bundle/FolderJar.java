package org.evenkeel.client.bundle;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a folder into a jar that depends on names and contents alone: sorted, stored, one time. */
final class FolderJar {

    private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private FolderJar() {}

    static void write(Path folder, List<Path> files, Path jar) throws IOException {
        try (ZipOutputStream zip =
                new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Path file : files) {
                byte[] content = Files.readAllBytes(file);
                CRC32 crc = new CRC32();
                crc.update(content);
                ZipEntry entry = new ZipEntry(Bundler.entryName(folder, file));
                entry.setTimeLocal(TIME);
                entry.setSize(content.length);
                entry.setCompressedSize(content.length);
                entry.setCrc(crc.getValue());
                zip.putNextEntry(entry);
                zip.write(content);
                zip.closeEntry();
            }
        }
    }
}
