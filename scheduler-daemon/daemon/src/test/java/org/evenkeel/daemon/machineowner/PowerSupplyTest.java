package org.evenkeel.daemon.machineowner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories as the kernel shows them for supplies. */
class PowerSupplyTest {
    @TempDir Path directory;

    private void supply(String name, Map<String, String> files) throws IOException {
        Path supply = Files.createDirectories(directory.resolve(name));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(supply.resolve(file.getKey()), file.getValue() + "\n");
        }
    }

    private boolean isOnBattery() {
        return new PowerSupply(directory).isOnBattery();
    }

    @Test
    void aLaptopIsOnBatteryUntilItsMainsSupplyIsConnected() throws Exception {
        supply("BAT0", Map.of("type", "Battery", "status", "Discharging"));
        supply("AC", Map.of("type", "Mains", "online", "0"));
        assertThat(isOnBattery()).isTrue();
        supply("AC", Map.of("type", "Mains", "online", "1"));
        assertThat(isOnBattery()).isFalse();
    }

    @Test
    void aFullBatteryIsNotUsed() throws Exception {
        supply("BAT0", Map.of("type", "Battery", "status", "Full"));
        assertThat(isOnBattery()).isFalse();
    }

    @Test
    void theBatteryOfAMouseIsNotTheMachines() throws Exception {
        supply("hid", Map.of("type", "Battery", "status", "Discharging", "scope", "Device"));
        assertThat(isOnBattery()).isFalse();
    }

    @Test
    void aMachineWithoutSuppliesIsNotOnBattery() {
        assertThat(isOnBattery()).isFalse();
        assertThat(new PowerSupply(directory.resolve("missing")).isOnBattery()).isFalse();
    }
}
