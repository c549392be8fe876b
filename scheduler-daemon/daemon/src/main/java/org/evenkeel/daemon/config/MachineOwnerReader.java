package org.evenkeel.daemon.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.evenkeel.kernel.machineowner.MachineOwnerPolicy;
import org.jspecify.annotations.Nullable;

/** Reads what the machine's owner permits, in HOCON, in a file or as a flag's value. */
record MachineOwnerReader(Config config) {
    private static final String ACTIVE_FOR = "active-for";
    private static final String FIRST = "first";
    private static final String LEAVE_AFTER = "leave-after";
    private static final String LEAVE_WITHIN = "leave-within";
    private static final String RESUME_AFTER = "resume-after";
    private static final String MAX_LOAD = "max-load";
    private static final String ONLY_ON_AC = "only-on-ac";
    private static final List<String> KEYS =
            List.of(
                    ACTIVE_FOR,
                    FIRST,
                    LEAVE_AFTER,
                    LEAVE_WITHIN,
                    RESUME_AFTER,
                    MAX_LOAD,
                    ONLY_ON_AC);
    private static final Duration LONGEST = Duration.ofDays(366);

    /** The policy; empty where no owner is given way to. */
    static Optional<MachineOwnerPolicy> read(@Nullable String text) throws ConfigException {
        if (text == null || text.isBlank() || text.equals("off")) {
            return Optional.empty();
        }
        if (text.equals("on")) {
            return Optional.of(MachineOwnerPolicy.USUAL);
        }
        try {
            return Optional.of(
                    new MachineOwnerReader(ConfigFactory.parseString(text).resolve()).policy());
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException("owner: " + e.getMessage());
        }
    }

    private MachineOwnerPolicy policy() throws ConfigException {
        ConfigReader.requireKnown("owner", config, KEYS);
        MachineOwnerPolicy usual = MachineOwnerPolicy.USUAL;
        return new MachineOwnerPolicy(
                nanos(ACTIVE_FOR, usual.activeForNanos()),
                isSuspendedFirst(usual.suspendsFirst()),
                nanos(LEAVE_AFTER, usual.leaveAfterNanos()),
                nanos(LEAVE_WITHIN, usual.leaveWithinNanos()),
                nanos(RESUME_AFTER, usual.resumeAfterNanos()),
                load(usual.maxLoad()),
                config.hasPath(ONLY_ON_AC) ? config.getBoolean(ONLY_ON_AC) : usual.onlyOnAc());
    }

    private long nanos(String key, long usual) throws ConfigException {
        if (!config.hasPath(key)) {
            return usual;
        }
        if (config.getValue(key).valueType() == ConfigValueType.NUMBER) {
            throw new ConfigException(
                    "owner.%s: %s has no unit; write for example 20s or 5m"
                            .formatted(key, config.getString(key)));
        }
        Duration time = config.getDuration(key);
        if (time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new ConfigException(
                    "owner.%s: %s is not from 0 to %d days"
                            .formatted(key, config.getString(key), LONGEST.toDays()));
        }
        return time.toNanos();
    }

    private boolean isSuspendedFirst(boolean usual) throws ConfigException {
        if (!config.hasPath(FIRST)) {
            return usual;
        }
        return ConfigReader.oneOf("owner.first", config.getString(FIRST), "suspend", "leave")
                .equals("suspend");
    }

    private double load(double usual) throws ConfigException {
        if (!config.hasPath(MAX_LOAD)) {
            return usual;
        }
        double load = config.getDouble(MAX_LOAD);
        if (!(load >= 0 && load <= 1)) {
            throw new ConfigException(
                    "owner.max-load: " + load + " is not from 0 to 1, the share of all processors");
        }
        return load;
    }
}
