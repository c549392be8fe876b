package org.evenkeel.client.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.evenkeel.model.Digest;
import org.evenkeel.model.OwnClasses;
import org.jspecify.annotations.Nullable;

/**
 * Makes bundles out of class path entries; remembers hashes and packed folders in a cache
 * directory, so that the second start reads no jar.
 */
public final class Bundler {

    private static final int BUFFER_BYTES = 1 << 16;

    /** How names of jars with code in no file begin. */
    private static final String LOADED = "loaded-";

    /** Such a jar is deleted when no program has begun to use it for so long. */
    private static final Duration UNUSED = Duration.ofDays(30);

    /** A jar that is used again counts as new after so long. */
    private static final Duration USED_AGAIN = Duration.ofDays(1);

    private final Path cache;
    private final boolean sendsAny;

    /** For a program without the agent. */
    public Bundler(Path cache) {
        this(cache, false);
    }

    /**
     * @param cache directory for hashes and packed folders; made when needed
     * @param sendsAny whether the program can send any lambda of its own, as with the agent
     */
    public Bundler(Path cache, boolean sendsAny) {
        this.cache = usable(cache);
        this.sendsAny = sendsAny;
    }

    private static Path usable(Path wanted) {
        try {
            Files.createDirectories(wanted);
            if (Files.isWritable(wanted)) {
                return wanted;
            }
            throw new AccessDeniedException(wanted.toString());
        } catch (IOException e) {
            try {
                Path temporary = Files.createTempDirectory("evenkeel-bundles");
                temporary.toFile().deleteOnExit();
                return temporary;
            } catch (IOException e2) {
                throw new UncheckedIOException(
                        "neither " + wanted + " nor the temporary directory is writable", e2);
            }
        }
    }

    /**
     * The bundle of these jars and folders; what is Evenkeel's own is left out.
     *
     * @throws IOException if one cannot be read
     */
    public Bundle bundle(List<Path> entries) throws IOException {
        List<Bundle.Part> parts = new ArrayList<>();
        for (Path entry : ClassPath.expand(entries)) {
            for (Path one : Files.isDirectory(entry) ? List.of(entry) : nested(entry)) {
                Bundle.Part part =
                        Files.isDirectory(one) ? folder(one) : jar(one, one.getFileName() + "");
                if (part.size() > 0) {
                    parts.add(part);
                }
            }
        }
        Bundle.Part checkpoints = checkpoints(parts);
        if (checkpoints != null) {
            parts.add(checkpoints);
        }
        return Bundle.of(parts);
    }

    /**
     * The bundle of these jars and folders, and of code that is not on the class path.
     *
     * @throws IOException if one cannot be read
     */
    public Bundle bundle(List<Path> entries, LoadedCode code) throws IOException {
        List<Path> all = new ArrayList<>(entries);
        all.addAll(code.files());
        SortedMap<String, byte[]> classes = code.classes();
        if (!classes.isEmpty()) {
            all.add(packed(classes));
        }
        return bundle(all);
    }

    private Path packed(SortedMap<String, byte[]> classes) throws IOException {
        List<Object> content = new ArrayList<>();
        classes.forEach((name, bytes) -> {
            content.add(name);
            content.add(Digest.of(Digest.sha256().digest(bytes)));
        });
        Path jar = cache.resolve(LOADED + key(content.toArray()) + ".jar");
        if (Files.exists(jar)) {
            Instant now = Instant.now();
            if (Files.getLastModifiedTime(jar).toInstant().isBefore(now.minus(USED_AGAIN))) {
                Files.setLastModifiedTime(jar, FileTime.from(now));
            }
        } else {
            deleteUnused();
            Path temporary = Files.createTempFile(cache, "new", ".tmp");
            FolderJar.write(classes, temporary);
            Files.move(temporary, jar, StandardCopyOption.ATOMIC_MOVE);
        }
        return jar;
    }

    /** Each version of code in no file is a jar of its own, which nothing else would delete. */
    private void deleteUnused() throws IOException {
        Instant latest = Instant.now().minus(UNUSED);
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(cache, LOADED + "*.jar")) {
            for (Path jar : jars) {
                try {
                    if (Files.getLastModifiedTime(jar).toInstant().isBefore(latest)) {
                        Files.deleteIfExists(jar);
                    }
                } catch (NoSuchFileException e) {
                    // Another program has just deleted it.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private List<Path> nested(Path jar) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(jar, BasicFileAttributes.class);
        String state =
                key(jar, attributes.size(), attributes.lastModifiedTime().toMillis(), "nested");
        return NestedJars.of(jar, cache, state);
    }

    /** Where the program can be suspended; null when nowhere. Looked for once for each program. */
    private Bundle.@Nullable Part checkpoints(List<Bundle.Part> parts) throws IOException {
        List<Object> content =
                new ArrayList<>(
                        List.of(
                                CheckpointIndex.HEADER,
                                SuspensionPoints.ALL,
                                SuspensionPoints.BESIDE,
                                sendsAny));
        parts.forEach(part -> content.add(part.digest()));
        Path known = cache.resolve(key(content.toArray()) + ".checkpoints");
        if (!Files.exists(known)) {
            List<Path> files = parts.stream().map(Bundle.Part::file).toList();
            CheckpointIndex index = ProgramScan.of(files, sendsAny);
            writeAtomically(known, index == null ? "" : index.text());
        }
        long size = Files.size(known);
        return size == 0 ? null : new Bundle.Part(hash(known), size, CheckpointIndex.NAME, known);
    }

    private static String key(Object... parts) {
        MessageDigest sha = Digest.sha256();
        for (Object part : parts) {
            sha.update((part + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(sha.digest(), 0, 16);
    }

    /** Size 0 marks a jar that is left out. */
    private Bundle.Part jar(Path jar, String name) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(jar, BasicFileAttributes.class);
        long size = attributes.size();
        Path known =
                cache.resolve(key(jar, size, attributes.lastModifiedTime().toMillis()) + ".hash");
        String remembered = Files.exists(known) ? Files.readString(known).strip() : "";
        if (remembered.equals("own")) {
            return new Bundle.Part(Digest.NONE, 0, name, jar);
        }
        if (remembered.length() == 2 * Digest.BYTES) {
            return new Bundle.Part(Digest.parse(remembered), size, name, jar);
        }
        boolean own = isOwn(jar);
        Digest digest = own ? Digest.NONE : hash(jar);
        writeAtomically(known, own ? "own" : digest.toString());
        return new Bundle.Part(digest, own ? 0 : size, name, jar);
    }

    private void writeAtomically(Path file, String text) throws IOException {
        Path temporary = Files.createTempFile(cache, "new", ".tmp");
        Files.writeString(temporary, text);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Digest hash(Path file) throws IOException {
        MessageDigest sha = Digest.sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                sha.update(buffer, 0, n);
            }
        }
        return Digest.of(sha.digest());
    }

    /** Whether a jar has classes or resources of Evenkeel and no other classes. */
    private static boolean isOwn(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return isOwn(zip.stream().map(ZipEntry::getName));
        }
    }

    private static boolean isOwn(Stream<String> names) {
        boolean[] own = {false};
        boolean onlyOwn =
                names.filter(name -> !name.endsWith("/"))
                        .allMatch(name -> {
                            boolean ours = startsWithOwn(name);
                            own[0] |= ours;
                            return ours || !name.endsWith(".class") || name.startsWith("META-INF/");
                        });
        return own[0] && onlyOwn;
    }

    private static boolean startsWithOwn(String name) {
        return name.startsWith("evenkeel-dist/") || OwnClasses.containEntry(name);
    }

    /** A folder, packed once for each of its states. */
    private Bundle.Part folder(Path folder) throws IOException {
        List<Path> files = files(folder);
        long newest = 0;
        long bytes = 0;
        for (Path file : files) {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            newest = Math.max(newest, attributes.lastModifiedTime().toMillis());
            bytes += attributes.size();
        }
        String name = folder.getFileName() + ".jar";
        if (files.isEmpty() || isOwn(files.stream().map(file -> entryName(folder, file)))) {
            return new Bundle.Part(Digest.NONE, 0, name, folder);
        }
        Path packed = cache.resolve(key(folder, newest, files.size(), bytes) + ".jar");
        if (!Files.exists(packed)) {
            Path temporary = Files.createTempFile(cache, "new", ".tmp");
            FolderJar.write(folder, files, temporary);
            Files.move(temporary, packed, StandardCopyOption.ATOMIC_MOVE);
        }
        return jar(packed, name);
    }

    static String entryName(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
