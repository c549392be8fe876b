package org.evenkeel.cli.doctor;

import java.util.Map;
import org.evenkeel.model.JsonObject;

/**
 * The result of one check.
 *
 * @param check its name
 * @param found what there is, with units
 * @param advice what to do; empty when nothing is to be done
 */
public record Finding(String check, Status status, String found, String advice) {

    static Finding ok(String check, String found) {
        return new Finding(check, Status.OK, found, "");
    }

    static Finding warning(String check, String found, String advice) {
        return new Finding(check, Status.WARNING, found, advice);
    }

    static Finding problem(String check, String found, String advice) {
        return new Finding(check, Status.PROBLEM, found, advice);
    }

    static Finding unknown(String check, String found, String advice) {
        return new Finding(check, Status.UNKNOWN, found, advice);
    }

    /** There was nothing to check. */
    public static Finding skipped(String check, String reason) {
        return new Finding(check, Status.SKIPPED, reason, "");
    }

    /** For JSON. */
    public Map<String, Object> fields(String group) {
        return new JsonObject()
                .with("group", group)
                .with("check", check)
                .with("status", status.words())
                .with("found", found)
                .with("advice", advice);
    }
}
