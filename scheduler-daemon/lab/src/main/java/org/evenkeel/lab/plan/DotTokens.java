package org.evenkeel.lab.plan;

/** The words of a DOT file: names, quoted texts, numbers and signs; comments are passed over. */
final class DotTokens {
    private static final String SIGNS = "{}[]=;,";

    private final String file;
    private final String text;
    private int at;
    private int line = 1;

    private String token = "";
    private boolean sign;
    private boolean quoted;
    private boolean end;
    private int tokenLine = 1;

    DotTokens(String file, String text) {
        this.file = file;
        this.text = text;
        next();
    }

    /** Whether the token is this sign or unquoted word. */
    boolean is(String wanted) {
        return !end && (sign || !quoted) && token.equalsIgnoreCase(wanted);
    }

    boolean isEnd() {
        return end;
    }

    int line() {
        return tokenLine;
    }

    /** Passes over this sign or word if it is next. */
    boolean take(String wanted) {
        boolean there = is(wanted);
        if (there) {
            next();
        }
        return there;
    }

    void expect(String wanted) {
        if (!take(wanted)) {
            throw wrong("\"" + wanted + "\" is missing" + before());
        }
    }

    /** A name, a number or a text. */
    String word(String what) {
        if (end || sign) {
            throw wrong(what + " is missing" + before());
        }
        String word = token;
        next();
        return word;
    }

    private String before() {
        return end ? " at the end" : " before \"" + shortened(token) + "\"";
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(text.length(), 40));
    }

    PlanFileException wrong(String what) {
        return new PlanFileException(file, tokenLine, what);
    }

    private void next() {
        skipBlanks();
        tokenLine = line;
        sign = false;
        quoted = false;
        end = at == text.length();
        if (end) {
            token = "";
            return;
        }
        char first = text.charAt(at);
        if (SIGNS.indexOf(first) >= 0) {
            sign = true;
            token = text.substring(at, ++at);
        } else if (first == '-'
                && at + 1 < text.length()
                && ">-".indexOf(text.charAt(at + 1)) >= 0) {
            sign = true;
            token = text.substring(at, at + 2);
            at += 2;
        } else if (first == '"') {
            quoted = true;
            token = quotedText();
        } else if (isWord(first)) {
            token = wordText();
        } else {
            throw wrong("\"" + first + "\" is not understood");
        }
    }

    private String quotedText() {
        StringBuilder word = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            char one = text.charAt(at);
            if (one == '\\' && at + 1 < text.length() && text.charAt(at + 1) == '"') {
                one = text.charAt(++at);
            }
            line += one == '\n' ? 1 : 0;
            word.append(one);
        }
        if (at == text.length()) {
            throw wrong("the text that begins here has no end");
        }
        at++;
        return word.toString();
    }

    /** A minus is part of a number: in front, and behind an exponent's e. */
    private String wordText() {
        int start = at++;
        boolean number = "-.0123456789".indexOf(text.charAt(start)) >= 0;
        while (at < text.length()) {
            char one = text.charAt(at);
            boolean exponentSign =
                    number && (one == '-' || one == '+') && "eE".indexOf(text.charAt(at - 1)) >= 0;
            if (one == '-' && !exponentSign || !isWord(one) && !exponentSign) {
                break;
            }
            at++;
        }
        return text.substring(start, at);
    }

    private static boolean isWord(char one) {
        return Character.isLetterOrDigit(one)
                || one == '_'
                || one == '.'
                || one == '-'
                || one > 127;
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char one = text.charAt(at);
            if (one == '\n') {
                line++;
                at++;
            } else if (Character.isWhitespace(one)) {
                at++;
            } else if (one == '#' || text.startsWith("//", at)) {
                int newLine = text.indexOf('\n', at);
                at = newLine < 0 ? text.length() : newLine;
            } else if (text.startsWith("/*", at)) {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        tokenLine = line;
        int close = text.indexOf("*/", at + 2);
        if (close < 0) {
            throw wrong("the comment that begins here has no end");
        }
        for (; at < close + 2; at++) {
            line += text.charAt(at) == '\n' ? 1 : 0;
        }
    }
}
