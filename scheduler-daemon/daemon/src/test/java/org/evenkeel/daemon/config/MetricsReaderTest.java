package org.evenkeel.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.evenkeel.daemon.metrics.MetricsSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a configuration says of metrics. */
class MetricsReaderTest {

    @Test
    void nothingIsOfferedUnlessItIsAskedFor() throws Exception {
        assertThat(MetricsReader.read(null)).isEmpty();
        assertThat(MetricsReader.read("off")).isEmpty();
    }

    @Test
    void aPageAndACollectorAreNamed() throws Exception {
        assertThat(MetricsReader.read("on"))
                .contains(
                        new MetricsSettings(
                                Optional.of(MetricsSettings.USUAL_ADDRESS),
                                false,
                                Optional.empty(),
                                MetricsSettings.USUAL_INTERVAL));
        assertThat(MetricsReader.read("0.0.0.0:9500").orElseThrow().listen())
                .contains(new InetSocketAddress("0.0.0.0", 9500));
        assertThat(
                        MetricsReader.read(
                                "{push=\"http://collector:4318/v1/metrics\", every=5s, listen=on, "
                                        + "tls=on}"))
                .contains(
                        new MetricsSettings(
                                Optional.of(MetricsSettings.USUAL_ADDRESS),
                                true,
                                Optional.of(URI.create("http://collector:4318/v1/metrics")),
                                Duration.ofSeconds(5)));
    }

    @Test
    void onlyALoopbackAddressIsServedWithoutTls() throws Exception {
        assertThat(MetricsReader.read("on").orElseThrow().isPlain()).isTrue();
        assertThat(MetricsReader.read("[::1]:9464").orElseThrow().isPlain()).isTrue();
        assertThat(MetricsReader.read("0.0.0.0:9464").orElseThrow().isPlain()).isFalse();
        assertThat(MetricsReader.read("192.0.2.1:9464").orElseThrow().isPlain()).isFalse();
        assertThat(MetricsReader.read("{listen=on, tls=on}").orElseThrow().isPlain()).isFalse();
        assertThat(MetricsReader.read("{push=\"http://c:4318\"}").orElseThrow().isPlain()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    yes                                           | metrics: "yes" is not HOST:PORT; use on, off
                    no-such-host.invalid:9464                     | metrics: there is no host no-such-host.invalid
                    {push="http://c:4318", tls=on}                | tls is for listen
                    {listen=on, every=5s}                         | every for push
                    127.0.0.1:99999                               | metrics: the port of "127.0.0.1:99999"
                    {lisen="127.0.0.1:1"}                         | did you mean "listen"
                    {every=5s}                                    | neither listen nor push
                    {push="collector:4318"}                       | metrics.push: "collector:4318" is not
                    {push="http://user@collector:4318"}           | metrics.push
                    {push="http://c:4318", every=10ms}            | metrics.every: the shortest interval
                    {push="http://c:4318", every=soon}                     | metrics
                    """)
    void whatIsWrongIsRefusedByName(String text, String message) {
        assertThatThrownBy(() -> MetricsReader.read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
