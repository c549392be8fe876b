package org.evenkeel.model;

/**
 * Why a task failed, as far as failures are counted together: the class of its exception and the
 * place in the program's own code that is nearest to where it was thrown.
 *
 * <p>The {@linkplain Outcome#summary() summary} of a failed task has both in one line, which the
 * worker writes and other processes read:
 *
 * <pre>java.lang.IllegalStateException: no such file at com.acme.Render.load(Render.java:42)</pre>
 *
 * @param exception full name of its class, at most {@value #MAX_EXCEPTION} characters; empty when
 *     the task ended without one
 * @param place class, method, file and line, at most {@value #MAX_PLACE} characters; empty when no
 *     frame of the stack is the program's own
 */
public record FailureCause(String exception, String place) {

    public static final FailureCause NONE = new FailureCause("", "");

    public static final int MAX_EXCEPTION = 200;
    public static final int MAX_PLACE = 300;

    private static final String AT = " at ";
    private static final String COLON = ": ";

    public FailureCause {
        exception = head(exception, MAX_EXCEPTION);
        place = tail(place, MAX_PLACE);
    }

    /**
     * The cause of an exception.
     *
     * @param exception full name of its class
     */
    public static FailureCause of(String exception, StackTraceElement... stack) {
        return new FailureCause(exception, place(stack));
    }

    /** The first frame that belongs neither to Java nor to Evenkeel; empty when there is none. */
    private static String place(StackTraceElement... stack) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (!isOfJava(name) && !OwnClasses.contain(name)) {
                return "%s.%s(%s)"
                        .formatted(name, frame.getMethodName(), source(frame))
                        .replaceAll("\\s", "_"); // some languages have such names
            }
        }
        return "";
    }

    private static boolean isOfJava(String name) {
        return name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.")
                || name.startsWith("com.sun.");
    }

    private static String source(StackTraceElement frame) {
        String file = frame.getFileName();
        if (file == null) {
            return frame.isNativeMethod() ? "native" : "unknown";
        }
        return frame.getLineNumber() >= 0 ? file + ":" + frame.getLineNumber() : file;
    }

    /**
     * The summary of a failed task. Where it would be too long, the message of the exception is
     * cut, not the place.
     *
     * @param exception full name of the exception's class
     * @param text what the exception says of itself
     */
    public static String summary(String exception, String text, StackTraceElement... stack) {
        boolean named = text.equals(exception) || text.startsWith(exception + COLON);
        String whole = named ? text : exception + COLON + text;
        String place = of(exception, stack).place();
        if (place.isEmpty()) {
            return head(whole, Outcome.MAX_SUMMARY_LENGTH);
        }
        int room = Outcome.MAX_SUMMARY_LENGTH - AT.length() - place.length();
        return head(whole, room) + AT + place;
    }

    /** What a summary says; {@link #NONE} of a task that failed without an exception. */
    public static FailureCause read(String summary) {
        String place = placeIn(summary);
        String rest =
                place.isEmpty()
                        ? summary
                        : summary.substring(0, summary.length() - place.length() - AT.length());
        int colon = rest.indexOf(COLON);
        String exception = colon < 0 ? rest : rest.substring(0, colon);
        return isClassName(exception) ? new FailureCause(exception, place) : NONE;
    }

    private static String placeIn(String summary) {
        int at = summary.endsWith(")") ? summary.lastIndexOf(AT) : -1;
        String last = at < 0 ? "" : summary.substring(at + AT.length());
        int open = last.indexOf('(');
        boolean isPlace =
                open > 0
                        && last.lastIndexOf('.', open) > 0
                        && last.chars().noneMatch(Character::isWhitespace);
        return isPlace ? last : "";
    }

    private static boolean isClassName(String text) {
        if (text.isEmpty() || text.endsWith(".")) {
            return false;
        }
        boolean first = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean fits =
                    first
                            ? Character.isJavaIdentifierStart(c)
                            : c == '.' || c == '-' || Character.isJavaIdentifierPart(c);
            if (!fits) {
                return false;
            }
            first = c == '.';
        }
        return true;
    }

    private static String head(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end);
    }

    /** The end of a place is its method, file and line. */
    private static String tail(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int begin = text.length() - most + 1;
        return "…"
                + text.substring(Character.isLowSurrogate(text.charAt(begin)) ? begin + 1 : begin);
    }
}
