package org.evenkeel.examples.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void writesMapsInTheirOrder() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("n", 14);
        fields.put("solutions", 365_596L);
        fields.put("seconds", 0.25);
        fields.put("correct", true);
        fields.put("nodes", List.of("a", "b"));
        assertThat(JsonWriter.write(fields))
                .isEqualTo(
                        "{\"n\":14,\"solutions\":365596,\"seconds\":0.25,\"correct\":true,"
                                + "\"nodes\":[\"a\",\"b\"]}");
    }

    @Test
    void escapesWhatJsonDoesNotAllowInStrings() {
        assertThat(JsonWriter.write("a\"b\\c\nd\u0001é")).isEqualTo("\"a\\\"b\\\\c\\nd\\u0001é\"");
    }

    @Test
    void hasNoWordForNumbersThatAreNone() {
        assertThat(JsonWriter.write(Double.NaN)).isEqualTo("null");
        assertThat(JsonWriter.write(null)).isEqualTo("null");
    }
}
