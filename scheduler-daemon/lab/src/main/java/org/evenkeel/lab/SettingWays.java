package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.lab.bench.WaysRun;

/**
 * Starts what {@code evenkeel lab bench --setting} compares: a daemon with the usual settings, and
 * one that is alike but for one of them.
 *
 * @param key of a daemon's configuration
 * @param value of the second daemon
 */
record SettingWays(String key, String value) {

    /** Reads {@code KEY=VALUE}. */
    static SettingWays parse(String text) throws CommandFailure {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--setting: \"" + text + "\" is invalid; write KEY=VALUE, e.g. metrics=on");
        }
        String key = text.substring(0, equals);
        try {
            ConfigKey.of(key);
        } catch (ConfigException e) {
            throw new CommandFailure(ExitCode.USAGE, "--setting: " + e.getMessage());
        }
        return new SettingWays(key, text.substring(equals + 1));
    }

    /** Starts both; the usual one is the first. */
    List<WaysRun.Way> open(BenchDaemons daemons, Path root)
            throws IOException, InterruptedException {
        return List.of(
                way("usual", daemons, root.resolve("usual"), Map.of()),
                way(key + "=" + value, daemons, root.resolve("changed"), Map.of(key, value)));
    }

    private static WaysRun.Way way(
            String name, BenchDaemons daemons, Path state, Map<String, String> settings)
            throws IOException, InterruptedException {
        Path folder = daemons.start(BenchDaemons.clusterIn(state), settings);
        return new WaysRun.Way(
                name, folder.toString(), state.toString(), null, BenchDaemons.port(folder));
    }
}
