package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of the sources. */
@Desktop
class AutoSourceTest {

    @TempDir private Path directory;

    @Test
    void theFirstThatWorksIsTaken() throws Exception {
        try (PrivateBus bus = new PrivateBus(directory);
                VirtualDisplay display = new VirtualDisplay(directory)) {
            bus.mockLogind();
            Child mutter = bus.mockMutter();
            Map<String, String> environment =
                    Map.of(
                            "DBUS_SESSION_BUS_ADDRESS", bus.address(),
                            "DBUS_SYSTEM_BUS_ADDRESS", bus.address(),
                            "XDG_SESSION_ID", "s1",
                            "DISPLAY", display.name());
            assertThat(chosen(environment)).isEqualTo("mutter");
            mutter.kill();
            assertThat(chosen(environment)).isEqualTo("x11");
            display.server().kill();
            assertThat(chosen(environment)).isEqualTo("logind");
            bus.daemon().kill();
            assertThatThrownBy(() -> chosen(environment))
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining(
                            "  mutter: the bus at " + bus.socket() + " refuses the connection")
                    .hasMessageContaining("  x11: no X server accepts the connection")
                    .hasMessageContaining(
                            "  logind: the bus at " + bus.socket() + " refuses the connection");
        }
    }

    private static String chosen(Map<String, String> environment) throws SourceFailedException {
        try (ActivitySource source = ActivitySources.open("auto", environment, TestLimits.LONG)) {
            assertThat(source.read().source()).isEqualTo(source.name());
            return source.name();
        }
    }
}
