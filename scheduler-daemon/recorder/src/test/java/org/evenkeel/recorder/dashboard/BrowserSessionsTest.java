package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.recorder.dashboard.BrowserSessions.Admission;
import org.junit.jupiter.api.Test;

/** Keys and cookies; the clock is moved by hand. */
class BrowserSessionsTest {

    private static final int PORT = 8421;

    private long nanos = -5;
    private final BrowserSessions sessions = new BrowserSessions(PORT, () -> nanos);

    private String admit() {
        Admission admission = sessions.admit(sessions.key());
        assertThat(admission.nextKey()).isTrue();
        assertThat(admission.cookie()).isNotNull();
        return admission.cookie().replaceFirst(";.*", "");
    }

    private boolean isKnown(String cookie) {
        Headers headers = new Headers();
        headers.set("Cookie", cookie);
        return sessions.isKnown(headers);
    }

    @Test
    void aKeyWorksOnceAndEachBrowserHasACookieOfItsOwn() {
        String key = sessions.key();
        String first = admit();
        assertThat(sessions.key()).isNotEqualTo(key);
        assertThat(sessions.admit(key)).isEqualTo(new Admission(null, false));
        String second = admit();
        assertThat(second).isNotEqualTo(first);
        assertThat(isKnown(first)).isTrue();
        assertThat(isKnown("other=1; " + second)).isTrue();
    }

    @Test
    void aWrongKeyChangesNothing() {
        String key = sessions.key();
        for (String wrong : List.of("", key.substring(1), key + "A", "\u202e")) {
            assertThat(sessions.admit(wrong)).isEqualTo(new Admission(null, false));
        }
        assertThat(sessions.key()).isEqualTo(key);
        assertThat(isKnown("evenkeel-" + PORT + "=")).isFalse();
    }

    /** Whoever opens it too late shows that the link was theirs: another one is printed, once. */
    @Test
    void aKeyThatIsTooOldAdmitsNoBrowserAndAnotherOneWorks() {
        String old = sessions.key();
        nanos += BrowserSessions.KEY_LASTS.toNanos();
        assertThat(sessions.admit(old)).isEqualTo(new Admission(null, true));
        assertThat(sessions.key()).isNotEqualTo(old);
        assertThat(sessions.admit(old)).isEqualTo(new Admission(null, false));
        nanos += BrowserSessions.KEY_LASTS.minus(Duration.ofNanos(1)).toNanos();
        assertThat(isKnown(admit())).isTrue();
    }

    @Test
    void oneBrowserTooManyMakesTheFirstOneUnknown() {
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i <= BrowserSessions.MAX_BROWSERS; i++) {
            cookies.add(admit());
        }
        assertThat(isKnown(cookies.removeFirst())).isFalse();
        assertThat(cookies).allMatch(this::isKnown);
    }

    @Test
    void keysAndCookiesAreNeverTheSame() {
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            assertThat(all.add(sessions.key())).isTrue();
            assertThat(all.add(admit().split("=", 2)[1])).isTrue();
        }
    }
}
