package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.recorder.dashboard.Visitors.Admission;
import org.junit.jupiter.api.Test;

/** Keys and cookies; the clock is moved by hand. */
class VisitorsTest {

    private static final int PORT = 8421;

    private long nanos = -5;
    private final Visitors visitors = new Visitors(PORT, () -> nanos);

    private String admit() {
        Admission admission = visitors.admit(visitors.key());
        assertThat(admission.nextKey()).isTrue();
        assertThat(admission.cookie()).isNotNull();
        return admission.cookie().replaceFirst(";.*", "");
    }

    private boolean isKnown(String cookie) {
        Headers headers = new Headers();
        headers.set("Cookie", cookie);
        return visitors.isKnown(headers);
    }

    @Test
    void aKeyWorksOnceAndEachBrowserHasACookieOfItsOwn() {
        String key = visitors.key();
        String first = admit();
        assertThat(visitors.key()).isNotEqualTo(key);
        assertThat(visitors.admit(key)).isEqualTo(new Admission(null, false));
        String second = admit();
        assertThat(second).isNotEqualTo(first);
        assertThat(isKnown(first)).isTrue();
        assertThat(isKnown("other=1; " + second)).isTrue();
    }

    @Test
    void aWrongKeyChangesNothing() {
        String key = visitors.key();
        for (String wrong : List.of("", key.substring(1), key + "A", "\u202e")) {
            assertThat(visitors.admit(wrong)).isEqualTo(new Admission(null, false));
        }
        assertThat(visitors.key()).isEqualTo(key);
        assertThat(isKnown("evenkeel-" + PORT + "=")).isFalse();
    }

    /** Whoever opens it too late shows that the link was theirs: another one is printed, once. */
    @Test
    void aKeyThatIsTooOldAdmitsNoBrowserAndAnotherOneWorks() {
        String old = visitors.key();
        nanos += Visitors.KEY_LASTS.toNanos();
        assertThat(visitors.admit(old)).isEqualTo(new Admission(null, true));
        assertThat(visitors.key()).isNotEqualTo(old);
        assertThat(visitors.admit(old)).isEqualTo(new Admission(null, false));
        nanos += Visitors.KEY_LASTS.minus(Duration.ofNanos(1)).toNanos();
        assertThat(isKnown(admit())).isTrue();
    }

    @Test
    void oneBrowserTooManyMakesTheFirstOneUnknown() {
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i <= Visitors.MAX_BROWSERS; i++) {
            cookies.add(admit());
        }
        assertThat(isKnown(cookies.removeFirst())).isFalse();
        assertThat(cookies).allMatch(this::isKnown);
    }

    @Test
    void keysAndCookiesAreNeverTheSame() {
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            assertThat(all.add(visitors.key())).isTrue();
            assertThat(all.add(admit().split("=", 2)[1])).isTrue();
        }
    }
}
