package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Desktop
class X11SourceTest {

    @TempDir private Path directory;
    private VirtualDisplay display;

    @BeforeEach
    void start() throws Exception {
        display = new VirtualDisplay(directory);
    }

    @AfterEach
    void stop() {
        display.close();
    }

    @Test
    void idleTimeGrowsWithoutInputAndFallsWithInput() throws Exception {
        try (ActivitySource source = open()) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> source.read().idle().compareTo(Duration.ofSeconds(1)) > 0);
            Activity before = source.read();
            AtomicReference<Activity> last = new AtomicReference<>(before);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        display.pressKey();
                        last.set(source.read());
                        return last.get().idle().compareTo(before.idle()) < 0;
                    });
            Activity after = last.get();
            assertThat(after.source()).isEqualTo("x11");
            assertThat(after.locked()).isFalse();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> source.read().idle().compareTo(after.idle()) > 0);
        }
    }

    @Test
    void aKilledServerIsAFailureAndTheNextOneIsUsed() throws Exception {
        long descriptors = -1;
        for (int i = 0; i < 5; i++) {
            try (ActivitySource source = open()) {
                source.read();
                display.server().kill();
                assertThatThrownBy(source::read)
                        .isInstanceOf(SourceFailedException.class)
                        .hasMessageContaining("closed the connection");
                assertThatThrownBy(source::read).isInstanceOf(SourceFailedException.class);
            }
            assertThatThrownBy(this::open)
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining("no X server accepts the connection");
            assertNoThreadIsLeft();
            display = new VirtualDisplay(directory);
            descriptors = descriptors == -1 ? sockets() : descriptors;
        }
        assertThat(sockets()).isLessThanOrEqualTo(descriptors);
    }

    @Test
    void aServerThatHangsIsAFailure() throws Exception {
        try (ActivitySource source = open(TestLimits.SHORT)) {
            source.read();
            display.server().suspend();
            assertThatThrownBy(source::read)
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining("timeout");
        }
        assertNoThreadIsLeft();
    }

    @Test
    @Tag("extended")
    void aServerThatHangsAndEndsWhileItIsOpenedIsAFailure() throws Exception {
        display.server().suspend();
        for (int i = 0; i < 4; i++) {
            assertThatThrownBy(() -> open(TestLimits.SHORT))
                    .isInstanceOf(SourceFailedException.class)
                    .hasMessageContaining("timeout");
        }
        assertThatThrownBy(() -> open(TestLimits.SHORT))
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining("earlier attempts");
        display.server().kill();
        assertNoThreadIsLeft();
        display = new VirtualDisplay(directory);
        open().close();
    }

    @Test
    void aReadAfterCloseIsAFailure() throws Exception {
        ActivitySource source = open();
        source.close();
        source.close();
        assertThatThrownBy(source::read).isInstanceOf(SourceFailedException.class);
    }

    private ActivitySource open() throws SourceFailedException {
        return open(TestLimits.LONG);
    }

    private ActivitySource open(Limits limits) throws SourceFailedException {
        return ActivitySources.open(
                "x11",
                Map.of("DISPLAY", display.name(), "DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere"),
                limits);
    }

    private static void assertNoThreadIsLeft() {
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(thread -> thread.getName().equals("agent-x11")));
    }

    /** Connections of this process. */
    private static long sockets() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(X11SourceTest::isSocket).count();
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
