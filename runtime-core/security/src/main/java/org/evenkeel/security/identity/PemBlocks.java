package org.evenkeel.security.identity;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of base 64 between a first and a last line (RFC 7468, in its strict form): what keys and
 * certificates are kept in. Lines between blocks are empty or there are none.
 */
public final class PemBlocks {

    /** Longest text that is read, in bytes. */
    public static final int MAX_BYTES = 16 << 10;

    /** The label of a private key in PKCS #8. */
    public static final String PRIVATE_KEY = "PRIVATE KEY";

    /** The label of a certificate. */
    public static final String CERTIFICATE = "CERTIFICATE";

    private static final int MAX_BLOCKS = 4;
    private static final int LINE = 64;
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    /** One block; its text shows the label alone, for the content may be a key. */
    public record Block(String label, byte[] der) {
        @Override
        public String toString() {
            return label;
        }
    }

    /** Writes blocks one after the other. */
    public static byte[] write(List<Block> blocks) {
        Base64.Encoder encoder = Base64.getMimeEncoder(LINE, new byte[] {'\n'});
        StringBuilder text = new StringBuilder();
        for (Block block : blocks) {
            text.append(BEGIN).append(block.label()).append(DASHES).append('\n');
            text.append(encoder.encodeToString(block.der())).append('\n');
            text.append(END).append(block.label()).append(DASHES).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads all blocks, at most four. */
    public static List<Block> read(byte[] bytes) throws IdentityException {
        if (bytes.length > MAX_BYTES) {
            throw new IdentityException(
                    "a PEM text of %s bytes exceeds the limit of %s bytes"
                            .formatted(bytes.length, MAX_BYTES));
        }
        List<Block> blocks = new ArrayList<>();
        String label = null;
        List<String> body = new ArrayList<>();
        for (String line : lines(bytes)) {
            if (label == null) {
                label = begin(line, blocks.size());
                body.clear();
            } else if (line.equals(END + label + DASHES)) {
                blocks.add(new Block(label, decode(body)));
                label = null;
            } else {
                body.add(line);
            }
        }
        if (label != null) {
            throw new IdentityException("the PEM text is cut off: a block has no end line");
        }
        return blocks;
    }

    private static String[] lines(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).split("\r?\n", -1);
    }

    /** The label of the block that begins here, null at an empty line. */
    private static @Nullable String begin(String line, int before) throws IdentityException {
        if (line.isEmpty()) {
            return null;
        }
        for (String label : List.of(PRIVATE_KEY, CERTIFICATE)) {
            if (line.equals(BEGIN + label + DASHES)) {
                if (before == MAX_BLOCKS) {
                    throw new IdentityException("more than " + MAX_BLOCKS + " blocks of PEM");
                }
                return label;
            }
        }
        // The line is not shown: it may be part of a key.
        throw new IdentityException(
                "not PEM: expected the start of a " + PRIVATE_KEY + " or a " + CERTIFICATE);
    }

    private static byte[] decode(List<String> body) throws IdentityException {
        for (int i = 0; i < body.size(); i++) {
            int length = body.get(i).length();
            boolean last = i == body.size() - 1;
            if (length > LINE || !last && length < LINE || length == 0) {
                throw new IdentityException("a line of the PEM text does not have 64 characters");
            }
        }
        String text = String.join("", body);
        try {
            byte[] der = Base64.getDecoder().decode(text);
            if (der.length > 0 && Base64.getEncoder().encodeToString(der).equals(text)) {
                return der;
            }
        } catch (IllegalArgumentException e) {
            // Said below, without the message, which may show characters of a key.
        }
        throw new IdentityException("a block of the PEM text is not base 64");
    }
}
