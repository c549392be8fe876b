package org.evenkeel.security.identity;

/**
 * Bytes as Crockford's base 32 in lower case, five bits a character, the last padded with zeros:
 * letters and digits only, and none that look alike.
 */
final class Base32 {
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int BITS = 5;

    /** Characters for so many bytes. */
    static int length(int bytes) {
        return (bytes * Byte.SIZE + BITS - 1) / BITS;
    }

    static boolean isDigit(char c) {
        return ALPHABET.indexOf(c) >= 0;
    }

    static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte each : bytes) {
            buffer = buffer << Byte.SIZE | each & 0xFF;
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                text.append(ALPHABET.charAt(buffer >>> bits & 31));
            }
            buffer &= (1 << bits) - 1;
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt(buffer << BITS - bits & 31));
        }
        return text.toString();
    }

    /**
     * Reads what {@link #encode} writes.
     *
     * @throws IdentityException if a character is not of the alphabet, or the padding is not zero
     */
    static byte[] decode(String text) throws IdentityException {
        byte[] bytes = new byte[text.length() * BITS / Byte.SIZE];
        int buffer = 0;
        int bits = 0;
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = ALPHABET.indexOf(text.charAt(i));
            if (digit < 0) {
                throw new IdentityException("character " + (i + 1) + " is not a base 32 digit");
            }
            buffer = buffer << BITS | digit;
            bits += BITS;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                bytes[next++] = (byte) (buffer >>> bits);
                buffer &= (1 << bits) - 1;
            }
        }
        if (buffer != 0 || length(bytes.length) != text.length()) {
            throw new IdentityException("these characters do not encode whole bytes");
        }
        return bytes;
    }
}
