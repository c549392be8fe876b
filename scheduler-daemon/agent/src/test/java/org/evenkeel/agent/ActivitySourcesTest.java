package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is refused and why, where there is no desktop. */
class ActivitySourcesTest {

    private static final String SYSTEM = "DBUS_SYSTEM_BUS_ADDRESS";

    @Test
    void withoutAnySourceTheMessageNamesAllThreeAndWhatToDo() {
        assertThatThrownBy(() -> ActivitySources.open("auto", Map.of(SYSTEM, "unix:path=/nowhere")))
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining(
                        "mutter: DBUS_SESSION_BUS_ADDRESS is not set, so there is no session bus")
                .hasMessageContaining("x11: DISPLAY is not set, so there is no X server to ask")
                .hasMessageContaining("logind: there is no bus at /nowhere")
                .hasMessageContaining("Start the agent in the owner's desktop session");
    }

    @Test
    void theMessageOfANamedSourceNamesNoOther() {
        assertThatThrownBy(() -> ActivitySources.open("x11", Map.of()))
                .isInstanceOf(SourceFailedException.class)
                .hasMessageContaining("x11: DISPLAY is not set")
                .hasMessageNotContaining("mutter:");
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatThrownBy(() -> ActivitySources.open("wayland", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no source wayland; it is one of auto, mutter, x11, logind");
    }

    @Test
    void anXServerThatSeesNotAllInputIsRefused() {
        assertThat(x11(Map.of("DISPLAY", "localhost:10.0"))).contains("another machine");
        assertThat(x11(Map.of("DISPLAY", ":0", "WAYLAND_DISPLAY", "wayland-0")))
                .contains("a Wayland session");
        assertThat(x11(Map.of("DISPLAY", ":0", "XDG_SESSION_TYPE", "wayland")))
                .contains("a Wayland session");
    }

    @Test
    void aBusAddressThatJavaCannotUseIsRefused() {
        assertThat(mutter("unix:abstract=/tmp/dbus-1")).contains("unix:path=");
        assertThat(mutter("tcp:host=localhost,port=4")).contains("unix:path=");
        assertThat(mutter("nonsense")).contains("unix:path=");
        assertThat(mutter("unix:path=/no%zzwhere")).contains("no valid path");
    }

    @Test
    void aBusAddressMayBeEscapedAndOneOfSeveral() {
        assertThat(mutter("unix:abstract=/a;unix:guid=1,path=/no%2dwhere+,x=y"))
                .contains("there is no bus at /no-where+");
    }

    private static String x11(Map<String, String> environment) {
        return reason("x11", environment);
    }

    private static String mutter(String address) {
        return reason("mutter", Map.of("DBUS_SESSION_BUS_ADDRESS", address));
    }

    private static String reason(String source, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.putIfAbsent(SYSTEM, "unix:path=/nowhere");
        try {
            ActivitySources.open(source, all).close();
            return "it works";
        } catch (SourceFailedException e) {
            return e.reason();
        }
    }
}
