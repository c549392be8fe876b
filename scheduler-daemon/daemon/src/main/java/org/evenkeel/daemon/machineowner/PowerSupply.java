package org.evenkeel.daemon.machineowner;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this machine is on battery, as {@code /sys/class/power_supply} of Linux tells. */
record PowerSupply(Path directory) {
    static final PowerSupply OF_LINUX = new PowerSupply(Path.of("/sys/class/power_supply"));

    /** Whether a battery is being discharged and no mains supply is connected. */
    boolean isOnBattery() {
        boolean discharging = false;
        try (DirectoryStream<Path> supplies = Files.newDirectoryStream(directory)) {
            for (Path supply : supplies) {
                boolean ofMachine = !text(supply, "scope").equals("Device"); // not a mouse's
                if (text(supply, "type").equals("Mains") && text(supply, "online").equals("1")) {
                    return false;
                }
                discharging |=
                        ofMachine
                                && text(supply, "type").equals("Battery")
                                && text(supply, "status").equals("Discharging");
            }
        } catch (IOException | DirectoryIteratorException e) {
            return false; // there is none
        }
        return discharging;
    }

    private static String text(Path supply, String file) {
        try {
            return Files.readString(supply.resolve(file)).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
