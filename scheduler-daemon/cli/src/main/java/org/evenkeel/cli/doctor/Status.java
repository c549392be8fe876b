package org.evenkeel.cli.doctor;

/** What a check concludes. */
public enum Status {
    OK("ok"),

    /** It works, and may not work well or not for long. */
    WARNING("warning"),

    /** Something does not work. */
    PROBLEM("problem"),

    /** It could not be found out. */
    UNKNOWN("not known"),

    /** There was nothing to check. */
    SKIPPED("skipped");

    private final String words;

    Status(String words) {
        this.words = words;
    }

    /** Human-readable. */
    public String words() {
        return words;
    }
}
