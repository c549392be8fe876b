package org.evenkeel.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.evenkeel.daemon.spot.SpotSettings;
import org.evenkeel.daemon.spot.SpotSettings.Provider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a configuration says of the machine's provider. */
class SpotReaderTest {

    @Test
    void aProviderIsNamedOrDescribed() throws Exception {
        assertThat(SpotReader.read("off")).isEmpty();
        assertThat(SpotReader.read("aws"))
                .contains(new SpotSettings(Provider.AWS, SpotSettings.USUAL_ADDRESS, false));
        assertThat(
                        SpotReader.read(
                                "{provider=aws, address=\"http://127.0.0.1:8080\","
                                        + " on-rebalance=leave}"))
                .contains(
                        new SpotSettings(Provider.AWS, URI.create("http://127.0.0.1:8080"), true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    acme                                           | spot: "acme" is not a provider
                    {provider=aws, adress="http://127.0.0.1"}      | did you mean "address"
                    {provider=google, on-rebalance=leave}          | spot.on-rebalance: only AWS
                    {provider=aws, on-rebalance=run}               | spot.on-rebalance: "run" is invalid
                    {provider=aws, address="https://127.0.0.1"}    | spot.address: "https://127.0.0.1" is not
                    {provider=aws, address="http://a@127.0.0.1"}   | spot.address
                    {provider=aws, address="http://127.0.0.1/x"}   | spot.address
                    {address="http://127.0.0.1"}                   | provider
                    """)
    void whatIsWrongIsRefusedByName(String text, String message) {
        assertThatThrownBy(() -> SpotReader.read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
