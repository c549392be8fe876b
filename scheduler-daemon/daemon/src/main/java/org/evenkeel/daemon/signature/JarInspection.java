package org.evenkeel.daemon.signature;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.evenkeel.model.Printable;

/**
 * Looks at a jar of unknown origin as long as that is cheap: before anything is allocated because
 * the jar says so, and before the JDK reads its manifest into memory.
 */
final class JarInspection {

    private static final int END_BYTES = 22;
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_ENTRIES = 10;
    private static final int END_DIRECTORY_BYTES = 12;
    private static final int END_DIRECTORY_OFFSET = 16;
    private static final int END_COMMENT = 20;
    private static final int U16 = 0xffff;
    private static final long U32 = 0xffff_ffffL;
    private static final String META = "META-INF/";

    /** Longest part of a name in a message. */
    private static final int MAX_SHOWN = 100;

    private final Path file;
    private final JarBounds bounds;
    private final LongSupplier nanos;
    private final long deadline;
    private final byte[] buffer = new byte[16 << 10];
    private long contentLeft;

    /**
     * @param nanos a clock that never goes back
     */
    JarInspection(Path file, JarBounds bounds, LongSupplier nanos) {
        this.file = file;
        this.bounds = bounds;
        this.nanos = nanos;
        this.deadline = nanos.getAsLong() + bounds.time().toNanos();
    }

    /** Finds what is wrong without looking at signatures; whether there are any. */
    boolean isSigned() throws IOException, JarRefusedException {
        end();
        boolean signed = false;
        Set<String> names = new HashSet<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() > bounds.entries()) {
                throw new JarRefusedException("has more than " + bounds.entries() + " entries");
            }
            Iterator<? extends ZipEntry> all = zip.entries().asIterator();
            while (all.hasNext()) {
                ZipEntry entry = all.next();
                String name = entry.getName();
                // The JDK knows the manifest in any spelling, and finds a name by one entry alone.
                if (!names.add(isUnsignable(name) ? name.toUpperCase(Locale.ROOT) : name)) {
                    throw new JarRefusedException("has the entry " + shown(name) + " twice");
                }
                if (entry.isDirectory() && hasContent(zip, entry)) { // which no signer would sign
                    throw new JarRefusedException(
                            "contains a directory entry with content: " + shown(name));
                }
                signed |= isSignature(name);
                if (isUnsignable(name)) {
                    contentLeft = bounds.metaBytes();
                    drain(zip.getInputStream(entry), "its " + shown(name));
                }
            }
        }
        contentLeft = bounds.contentOf(file.toFile().length());
        return signed;
    }

    private static boolean hasContent(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.read() >= 0;
        }
    }

    /** The last record says how long the list of entries is, which the JDK reads as a whole. */
    private void end() throws IOException, JarRefusedException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            if (in.length() < END_BYTES) {
                throw new JarRefusedException("is not a jar");
            }
            byte[] bytes = new byte[END_BYTES];
            in.seek(in.length() - END_BYTES);
            in.readFully(bytes);
            ByteBuffer end = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            if (end.getInt(0) != END_SIGNATURE || end.getShort(END_COMMENT) != 0) {
                throw new JarRefusedException("is not a jar, or has a comment");
            }
            long directory = end.getInt(END_DIRECTORY_BYTES) & U32;
            long offset = end.getInt(END_DIRECTORY_OFFSET) & U32;
            boolean large = directory == U32 || offset == U32;
            if (large || (end.getShort(END_ENTRIES) & U16) == U16) {
                throw new JarRefusedException("is a ZIP64 file, which is not accepted");
            }
            if (directory > bounds.directoryBytes()) {
                throw new JarRefusedException(
                        "has a central directory of " + directory + " bytes, which is too long");
            }
        }
    }

    /** Reads to the end, as far as there is room and time. */
    void drain(InputStream in, String what) throws IOException, JarRefusedException {
        try (in) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                contentLeft -= n;
                if (contentLeft < 0) {
                    throw new JarRefusedException("is too large when unpacked: " + what);
                }
                checkTime();
            }
        }
    }

    void checkTime() throws JarRefusedException {
        if (nanos.getAsLong() - deadline > 0) {
            throw new JarRefusedException("took more than " + bounds.time() + " to verify");
        }
    }

    /** What a signature does not cover: the manifest and the signatures. */
    static boolean isUnsignable(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.equals("META-INF/MANIFEST.MF") || isSignature(upper);
    }

    private static boolean isSignature(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (!upper.startsWith(META) || upper.indexOf('/', META.length()) >= 0) {
            return false;
        }
        return upper.endsWith(".SF")
                || upper.endsWith(".RSA")
                || upper.endsWith(".DSA")
                || upper.endsWith(".EC");
    }

    /** A name of an entry, human-readable. */
    static String shown(String name) {
        return Printable.of(name.substring(0, Math.min(name.length(), MAX_SHOWN)));
    }
}
