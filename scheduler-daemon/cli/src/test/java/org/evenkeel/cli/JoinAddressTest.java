package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.evenkeel.daemon.files.DaemonFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JoinAddressTest {
    private static DaemonFile listening(String host) {
        return new DaemonFile("n1", 1, 1, "", host, 7070, 4, "none", "");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.7, 10.0.0.7:7070",
        "head.lab, head.lab:7070",
        "fe80::1, [fe80::1]:7070",
        "[2001:db8::1], [2001:db8::1]:7070"
    })
    void aDaemonThatOthersReachIsNamed(String host, String address) {
        assertThat(JoinAddress.of(List.of(listening("127.0.0.1"), listening(host))))
                .contains(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.5.5.5", "::1", "localhost", "0.0.0.0", "::", "", "a b"})
    void oneThatNobodyElseReachesIsNot(String host) {
        assertThat(JoinAddress.of(List.of(listening(host)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "head",
                "head:",
                ":70",
                "head:0",
                "head:65536",
                "a b:1",
                "$(x):1",
                "a;b:1",
                "::1:70"
            })
    void whatIsNoAddressIsRefused(String text) {
        assertThat(JoinAddress.isOne(text)).isFalse();
    }

    @Test
    void timesAreReadInSecondsMinutesAndHours() {
        assertThat(Ttl.parse("90s")).contains(Duration.ofSeconds(90));
        assertThat(Ttl.parse("15m")).contains(Duration.ofMinutes(15));
        assertThat(Ttl.parse("24h")).contains(Duration.ofDays(1)).get().matches(Ttl::isPermitted);
        for (String wrong : List.of("", "15", "m", "-1m", "1d", "1.5h", "9999999s")) {
            assertThat(Ttl.parse(wrong)).isEmpty();
        }
        assertThat(Ttl.isPermitted(Duration.ZERO)).isFalse();
        assertThat(Ttl.isPermitted(Duration.ofHours(25))).isFalse();
    }
}
