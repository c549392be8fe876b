package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Desktop
class MutterSourceTest {

    private PrivateBus bus;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        bus = new PrivateBus(directory);
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    @Test
    void idleTimeGrowsWithoutInputAndFallsWithInput() throws Exception {
        bus.mockMutter();
        try (ActivitySource source = open()) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> source.read().idle().compareTo(Duration.ofSeconds(1)) > 0);
            Activity before = source.read();
            AtomicReference<Activity> last = new AtomicReference<>(before);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        bus.input();
                        last.set(source.read());
                        return last.get().idle().compareTo(before.idle()) < 0;
                    });
            Activity after = last.get();
            assertThat(after.source()).isEqualTo("mutter");
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> source.read().idle().compareTo(after.idle()) > 0);
        }
    }

    @Test
    void aKilledMutterIsAFailure() throws Exception {
        Child mutter = bus.mockMutter();
        try (ActivitySource source = open()) {
            source.read();
            mutter.kill();
            assertThatThrownBy(source::read)
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining("org.gnome.Mutter.IdleMonitor");
        }
    }

    @Test
    void aKilledBusIsAFailure() throws Exception {
        bus.mockMutter();
        try (ActivitySource source = open()) {
            source.read();
            bus.daemon().kill();
            assertFails(source);
            assertThatThrownBy(source::read).hasMessageContaining("closed the connection");
        }
    }

    @Test
    void aMutterThatHangsIsAFailure() throws Exception {
        Child mutter = bus.mockMutter();
        try (ActivitySource source = open(TestLimits.SHORT)) {
            source.read();
            mutter.suspend();
            assertThatThrownBy(source::read)
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining("timeout");
        }
    }

    @Test
    @Tag("extended")
    void aBusThatHangsIsAFailure() throws Exception {
        bus.mockMutter();
        try (ActivitySource source = open(TestLimits.SHORT)) {
            source.read();
            bus.daemon().suspend();
            assertThatThrownBy(source::read)
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining("timeout");
        }
        assertThatThrownBy(() -> open(TestLimits.SHORT))
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining("timeout");
        await("no thread is left over")
                .atMost(Duration.ofMinutes(1))
                .until(() -> threads("agent-bus") == 0);
    }

    @ParameterizedTest
    @CsvSource({
        "x, -5",
        "t, dbus.UInt64(2**64 - 1)",
        "t, dbus.UInt64(2**62)",
        "s, str(7)",
        "'', None"
    })
    void aWrongValueIsAFailure(String signature, String value) throws Exception {
        bus.mockMutter(signature, "ret = " + value);
        assertThatThrownBy(this::open)
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining("cannot be true");
    }

    @Test
    void withoutMutterTheMessageSaysSo() {
        assertThatThrownBy(this::open)
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining(
                        "org.gnome.Mutter.IdleMonitor: no program on the bus has this name");
    }

    @Test
    void theSessionBusOfTheRuntimeDirectoryIsFound() throws Exception {
        bus.mockMutter();
        try (ActivitySource source =
                ActivitySources.open(
                        "mutter",
                        Map.of(
                                "XDG_RUNTIME_DIR",
                                bus.socket().getParent().toString(),
                                "DBUS_SYSTEM_BUS_ADDRESS",
                                "unix:path=/nowhere"),
                        TestLimits.LONG)) {
            assertThat(source.name()).isEqualTo("mutter");
        }
    }

    private ActivitySource open() throws SourceFailedException {
        return open(TestLimits.LONG);
    }

    private ActivitySource open(Limits limits) throws SourceFailedException {
        return ActivitySources.open(
                "mutter",
                Map.of(
                        "DBUS_SESSION_BUS_ADDRESS",
                        bus.address(),
                        "DBUS_SYSTEM_BUS_ADDRESS",
                        "unix:path=/nowhere"),
                limits);
    }

    /** The first read after a loss may see it from either side. */
    private static void assertFails(ActivitySource source) {
        assertThatThrownBy(source::read).isInstanceOf(SourceFailedException.class);
    }

    private static long threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }
}
