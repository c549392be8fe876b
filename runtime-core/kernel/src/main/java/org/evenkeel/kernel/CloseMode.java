package org.evenkeel.kernel;

/** What becomes of the tasks that run when a node closes. */
public enum CloseMode {
    /** They are stopped and placed anew; what they have done so far is lost. */
    PUT_BACK("put-back"),
    /** They run to their end. */
    FINISH("finish");

    private final String spelling;

    CloseMode(String spelling) {
        this.spelling = spelling;
    }

    /** As written in a configuration. */
    public String spelling() {
        return spelling;
    }
}
