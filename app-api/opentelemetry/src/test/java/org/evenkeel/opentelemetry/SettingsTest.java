package org.evenkeel.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class SettingsTest {

    @Test
    void propertiesGoBeforeVariablesAndOthersDoNotTravel() {
        Properties properties = new Properties();
        properties.setProperty("otel.service.name", "search");
        properties.setProperty("otel.java.global-autoconfigure.enabled", "true");
        properties.setProperty("user.home", "/home/ann");
        Map<String, String> environment =
                Map.of(
                        "OTEL_SERVICE_NAME", "other",
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318",
                        "PATH", "/bin");
        Map<String, String> found = Settings.of(properties, environment);
        assertThat(found)
                .containsExactly(
                        entry("otel.exporter.otlp.endpoint", "http://collector:4318"),
                        entry("otel.service.name", "search"));
        assertThat(Settings.haveTarget(found)).isTrue();
        assertThat(Settings.haveTarget(Map.of("otel.service.name", "search"))).isFalse();
    }
}
