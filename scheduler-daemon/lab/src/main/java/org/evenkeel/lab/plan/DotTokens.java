package org.evenkeel.lab.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a DOT file: names, quoted texts, numbers and signs; comments are passed over. */
final class DotTokens {
    private static final Pattern BLANKS =
            Pattern.compile("(?:\\p{javaWhitespace}|(?:#|//)[^\n]*|/\\*(?s:.*?)\\*/)*+");

    /** A minus is part of a number: in front, and behind its exponent's e. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    "(?<sign>->|--|[{}\\[\\]=;,])"
                            + "|\"(?<text>(?:\\\\\"|[^\"])*+)\""
                            + "|[-.0-9](?:[eE][-+]|[\\w.\\x{80}-\\x{10ffff}])*+"
                            + "|[\\w.\\x{80}-\\x{10ffff}]+");

    private final String file;
    private final String text;
    private final Matcher matcher;
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
        this.matcher = BLANKS.matcher(text);
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
        passOver(BLANKS);
        tokenLine = line;
        end = at == text.length();
        if (end) {
            return;
        }
        if (!passOver(TOKEN)) {
            throw wrong(problem());
        }
        String inQuotes = matcher.group("text");
        quoted = inQuotes != null;
        sign = matcher.group("sign") != null;
        token = inQuotes == null ? matcher.group() : inQuotes.replace("\\\"", "\"");
    }

    /** Whether something of this kind comes next. */
    private boolean passOver(Pattern pattern) {
        boolean there = matcher.usePattern(pattern).region(at, text.length()).lookingAt();
        if (there) {
            at = matcher.end();
            line += (int) matcher.group().chars().filter(one -> one == '\n').count();
        }
        return there;
    }

    private String problem() {
        if (text.startsWith("/*", at)) {
            return "this comment is not terminated";
        }
        char first = text.charAt(at);
        return first == '"' ? "this text is not terminated" : "\"" + first + "\" is not valid here";
    }
}
