package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    @Test
    void readsWhatDaemonsWrite() {
        Map<String, Object> read =
                JsonReader.object(
                        " {\"a\" : [1, -2.5e1, true, null, {}, []], \"b\\n\\u00e4\":\"\\\"\\\\\\/\"} ");
        assertThat(read.get("a"))
                .isEqualTo(Arrays.asList(1L, -25.0, true, null, Map.of(), java.util.List.of()));
        assertThat(read).containsEntry("b\n\u00e4", "\"\\/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{} {}",
                "{\"a\":tru}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"x}",
                "{\"a\":99999999999999999999}",
                "{\"a\":NaN}",
                "{\"a\":1d}",
                "{\"a\":0x1p1}",
                "{\"a\":truer}",
                "{\"a\":1-1}"
            })
    void refusesWhatIsNoObject(String text) {
        assertThatThrownBy(() -> JsonReader.object(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        assertThatThrownBy(() -> JsonReader.object("{\"a\":" + "[".repeat(100_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("less nesting");
    }
}
