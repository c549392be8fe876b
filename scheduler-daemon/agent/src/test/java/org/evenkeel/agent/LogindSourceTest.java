package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.freedesktop.dbus.types.Variant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Desktop
class LogindSourceTest {

    @TempDir private Path directory;
    private PrivateBus bus;
    private Child logind;

    @BeforeEach
    void start() throws Exception {
        bus = new PrivateBus(directory);
        logind = bus.mockLogind();
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    @Test
    void idleTimeGrowsFromTheIdleHintAndIsZeroWithoutIt() throws Exception {
        try (ActivitySource source = open("XDG_SESSION_ID", "s1")) {
            assertThat(source.read()).isEqualTo(new Activity(Duration.ZERO, false, "logind"));
            bus.idleHint(true, micros(Instant.now().minusSeconds(60)));
            Activity before = source.read();
            assertThat(before.idle()).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> source.read().idle().compareTo(before.idle()) > 0);
            bus.idleHint(false, micros(Instant.now()));
            assertThat(source.read().idle()).isZero();
        }
    }

    @Test
    void theLockedHintIsSeen() throws Exception {
        try (ActivitySource source = open("XDG_SESSION_ID", "s1")) {
            assertThat(source.read().locked()).isFalse();
            bus.lock(true);
            assertThat(source.read().locked()).isTrue();
            bus.lock(false);
            assertThat(source.read().locked()).isFalse();
        }
    }

    @Test
    void theLockedHintIsSeenBesideMutterWhichLivesOnWithoutIt() throws Exception {
        bus.mockMutter();
        try (ActivitySource source = open("mutter", "XDG_SESSION_ID", "s1")) {
            assertThat(source.read().locked()).isFalse();
            bus.lock(true);
            Activity locked = source.read();
            assertThat(locked.locked()).isTrue();
            assertThat(locked.source()).isEqualTo("mutter");
            logind.kill();
            assertThat(source.read().locked()).isFalse();
        }
    }

    @Test
    void theLockedHintIsSeenBesideX11WhichLivesOnWhenLogindHangs() throws Exception {
        try (VirtualDisplay display = new VirtualDisplay(directory);
                ActivitySource source =
                        ActivitySources.open(
                                "x11",
                                Map.of(
                                        "DISPLAY",
                                        display.name(),
                                        "DBUS_SYSTEM_BUS_ADDRESS",
                                        bus.address(),
                                        "XDG_SESSION_ID",
                                        "s1"),
                                TestLimits.SHORT)) {
            bus.lock(true);
            Activity locked = source.read();
            assertThat(locked.locked()).isTrue();
            assertThat(locked.source()).isEqualTo("x11");
            logind.suspend();
            assertThat(source.read().locked()).isFalse();
        }
    }

    @Test
    void theDisplayOfTheUserIsTakenWhereTheProcessHasNoSession() throws Exception {
        assertThatThrownBy(() -> open("X", "y"))
                .hasMessageContaining("logind has no local session of this user")
                .hasMessageContaining("the user has no graphical session");
        bus.showSession();
        bus.lock(true);
        try (ActivitySource source = open("X", "y")) {
            assertThat(source.read().locked()).isTrue();
        }
    }

    @Test
    void aSessionFromAnotherMachineIsRefused() throws Exception {
        bus.update("Remote", new Variant<>(true));
        assertThatThrownBy(() -> open("XDG_SESSION_ID", "s1"))
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining("a session from another machine");
    }

    @Test
    void aKilledLogindIsAFailure() throws Exception {
        try (ActivitySource source = open("XDG_SESSION_ID", "s1")) {
            source.read();
            logind.kill();
            assertThatThrownBy(source::read).isInstanceOf(SourceFailedException.class);
        }
    }

    @Test
    void aKilledBusIsAFailure() throws Exception {
        try (ActivitySource source = open("XDG_SESSION_ID", "s1")) {
            source.read();
            bus.daemon().kill();
            assertThatThrownBy(source::read).isInstanceOf(SourceFailedException.class);
        }
    }

    @Test
    void wrongValuesAreFailures() throws Exception {
        try (ActivitySource source = open("XDG_SESSION_ID", "s1")) {
            bus.idleHint(true, 0);
            assertThatThrownBy(source::read).hasMessageContaining("not since when");
            bus.idleHint(true, micros(Instant.now().plusSeconds(3600)));
            assertThatThrownBy(source::read).hasMessageContaining("cannot be true");
            bus.update("IdleSinceHint", new Variant<>("yesterday"));
            assertThatThrownBy(source::read).hasMessageContaining("IdleSinceHint");
            bus.idleHint(false, 0);
            bus.update("LockedHint", new Variant<>("perhaps"));
            assertThatThrownBy(source::read)
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining("LockedHint");
        }
    }

    private ActivitySource open(String variable, String value) throws SourceFailedException {
        return open("logind", variable, value);
    }

    private ActivitySource open(String source, String variable, String value)
            throws SourceFailedException {
        return ActivitySources.open(
                source,
                Map.of(
                        "DBUS_SESSION_BUS_ADDRESS",
                        bus.address(),
                        "DBUS_SYSTEM_BUS_ADDRESS",
                        bus.address(),
                        variable,
                        value),
                TestLimits.LONG);
    }

    private static long micros(Instant instant) {
        return TimeUnit.MILLISECONDS.toMicros(instant.toEpochMilli());
    }
}
