package org.evenkeel.daemon.config;

import java.util.Map;

/**
 * What each submitter may have at one node.
 *
 * @param others of whoever is not named
 * @param named by the name in a certificate; {@link #LOCAL} is the machine's own user
 */
public record SubmitterQuotas(Quota others, Map<String, Quota> named) {

    /** Those of a daemon that was told none. */
    public static final SubmitterQuotas USUAL = new SubmitterQuotas(Quota.USUAL, Map.of());

    /** The entry of whoever is not named. */
    public static final String DEFAULT = "default";

    /** The entry of the programs of this machine's user, who need no certificate. */
    public static final String LOCAL = "local";

    public SubmitterQuotas {
        named = Map.copyOf(named);
    }

    /**
     * One submitter's limits, 0 for none.
     *
     * @param tasks submitted by it and not yet fetched by it
     * @param bytes of their payloads and results
     * @param processors workers of this node that run tasks it submitted here
     * @param jobs open at a time
     */
    public record Quota(long tasks, long bytes, int processors, int jobs) {

        /**
         * Of whoever nothing was said: jobs enough for any submitter, and for some others beside.
         */
        public static final Quota USUAL = new Quota(0, 0, 0, 1_000);

        /** Whether tasks have to be counted one by one. */
        public boolean countsTasks() {
            return tasks > 0 || bytes > 0;
        }
    }

    /** Whether tasks of any submitter have to be counted one by one. */
    public boolean countTasks() {
        return others.countsTasks() || named.values().stream().anyMatch(Quota::countsTasks);
    }

    /**
     * The limits of a submitter.
     *
     * @param submitter name in a certificate, empty for this machine's user
     */
    public Quota of(String submitter) {
        return named.getOrDefault(entry(submitter), others);
    }

    /** Which entry sets the limits of a submitter, for messages. */
    public String source(String submitter) {
        String entry = entry(submitter);
        return "quotas." + (named.containsKey(entry) ? entry : DEFAULT);
    }

    private static String entry(String submitter) {
        return submitter.isEmpty() ? LOCAL : submitter;
    }
}
