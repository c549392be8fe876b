package org.evenkeel.kernel.machineowner;

/**
 * What is seen of a workstation's owner at one time.
 *
 * @param idleNanos since the last input; {@link Long#MAX_VALUE} when that is not known
 * @param locked whether the screen is locked: inputs do not count
 * @param otherLoad processors that programs other than workers use, of all, from 0 to 1
 * @param onBattery whether the machine is on battery
 */
public record Observation(long idleNanos, boolean locked, double otherLoad, boolean onBattery) {
    /** Nothing is known, and nothing else is the matter. */
    public static final Observation UNKNOWN = new Observation(Long.MAX_VALUE, false, 0, false);
}
