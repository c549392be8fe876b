package org.evenkeel.model;

/** The spelling of 64-bit ids: 13 characters of Crockford's base 32, lower case. */
public final class Ids {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 13;

    /** The id as 13 characters. */
    public static String text(long id) {
        char[] out = new char[LENGTH];
        long rest = id;
        for (int i = LENGTH - 1; i >= 0; i--) {
            out[i] = ALPHABET.charAt((int) (rest & 31));
            rest >>>= 5;
        }
        return new String(out);
    }

    /** Whether this is what {@link #text(long)} writes. */
    public static boolean isId(String text) {
        return text.length() == LENGTH && text.chars().allMatch(one -> ALPHABET.indexOf(one) >= 0);
    }

    /**
     * Reads what {@link #text(long)} writes.
     *
     * @throws NumberFormatException if it is anything else
     */
    public static long parse(String text) {
        if (text.isEmpty() || text.length() > LENGTH) {
            throw new NumberFormatException("\"" + text + "\" is not an id of 13 characters");
        }
        long id = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = ALPHABET.indexOf(Character.toLowerCase(text.charAt(i)));
            if (digit < 0) {
                throw new NumberFormatException("'" + text.charAt(i) + "' in \"" + text + "\"");
            }
            id = id << 5 | digit;
        }
        return id;
    }
}
