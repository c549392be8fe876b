package org.evenkeel.daemon.fake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Somebody who signs jars with the JDK's own tools. */
public final class Signer {

    private static final String PASSWORD = "changeit";
    private static final long LIMIT_SECONDS = 60;

    private final Path store;
    private final Path directory;
    private final String name;

    /**
     * @param more options of {@code keytool -genkeypair}
     */
    public Signer(Path directory, String name, String... more) throws Exception {
        this.directory = directory;
        this.name = name;
        this.store = directory.resolve(name + ".p12");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "-genkeypair",
                                "-alias",
                                name,
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=" + name));
        command.addAll(List.of(more));
        keytool(command);
    }

    private void keytool(List<String> words) throws Exception {
        List<String> command = new ArrayList<>(words);
        command.addAll(
                List.of(
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD));
        run("keytool", command);
    }

    /** Its certificate, in PEM. */
    public Path certificate() throws Exception {
        Path file = directory.resolve(store.getFileName() + ".pem");
        keytool(List.of("-exportcert", "-rfc", "-alias", name, "-file", file.toString()));
        return file;
    }

    /** A copy of a jar that is signed. */
    public byte[] sign(byte[] jar) throws Exception {
        Path file = Files.createTempFile(directory, "unsigned", ".jar");
        Files.write(file, jar);
        run(
                "jarsigner",
                List.of(
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        file.toString(),
                        name));
        return Files.readAllBytes(file);
    }

    private static void run(String tool, List<String> words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(words);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(tool + ": " + said);
        }
    }

    /** A jar with these entries, each with its name as its content. */
    public static byte[] jar(String... names) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        Arrays.stream(names)
                .forEach(name -> entries.put(name, name.getBytes(StandardCharsets.UTF_8)));
        return zip(entries);
    }

    public static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    public static Map<String, byte[]> unzip(byte[] jar) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new java.io.ByteArrayInputStream(jar))) {
            for (ZipEntry next = zip.getNextEntry(); next != null; next = zip.getNextEntry()) {
                entries.put(next.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }
}
