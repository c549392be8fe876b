package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameChartTest {
    @TempDir Path directory;

    @Test
    void samplesAreCountedByTheMethodThatRan() {
        FlameChart chart =
                new FlameChart(Map.of("a.B.run;a.B.step", 5L, "a.B.run", 2L, "x;a.B.step", 1L));
        assertThat(chart.samples()).isEqualTo(8);
        assertThat(chart.byMethod()).isEqualTo(Map.of("a.B.step", 6L, "a.B.run", 2L));
    }

    /** The Java machine lets a class have nearly any name. */
    @Test
    void namesThatAPageWouldObeyAreNotWritten() throws Exception {
        Path page = directory.resolve("x.html");
        FlameChart chart =
                new FlameChart(
                        Map.of("a.B.run;a.<script>alert('x')<!--.<init>;c.D$1.m\\u0027", 7L));
        chart.writePage(page, "evenkeel profile x");
        String html = Files.readString(page);
        assertThat(html)
                .contains("<h1>evenkeel profile x", "_script_alert__x______.init", "D$1.m")
                .doesNotContain("<script>alert", "<!--");
        assertThat(chart.collapsed())
                .isEqualTo("a.B.run;a._script_alert__x______.init;c.D$1.m_u0027 7\n");
    }
}
