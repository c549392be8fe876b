package org.evenkeel.daemon.spot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.daemon.spot.SpotSettings.Provider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose machine this is, by what its firmware says. */
class SpotSettingsTest {
    @TempDir Path firmware;

    @ParameterizedTest
    @CsvSource({
        "Amazon EC2,                                       , AWS",
        "Google,                                           , GOOGLE",
        "Microsoft Corporation, 7783-7084-3265-9085-8269-3286-77, AZURE",
        "Microsoft Corporation, 0000-0000,                   ",
        "LENOVO,                                           , "
    })
    void theFirmwareNamesTheProvider(String vendor, String tag, Provider provider)
            throws Exception {
        Files.writeString(firmware.resolve("sys_vendor"), vendor + "\n");
        if (tag != null) {
            Files.writeString(firmware.resolve("chassis_asset_tag"), tag + "\n");
        }
        assertThat(SpotSettings.detect(firmware).map(SpotSettings::provider).orElse(null))
                .isEqualTo(provider);
    }

    @Test
    void aMachineWithoutFirmwareHasNoProvider() {
        assertThat(SpotSettings.detect(firmware.resolve("missing"))).isEmpty();
    }
}
