package org.evenkeel.recorder.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.model.Printable;
import org.junit.jupiter.api.Test;

class ResultWriterTest {

    private static final String HOSTILE = "<b>\u001b[2J\u202e\0\r\n\"'; \u2028 , \ud83d\ude80";

    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    @Test
    void jsonHasAllCharactersAndNoneThatATerminalObeys() throws Exception {
        ResultWriter writer = new JsonWriter(out);
        writer.begin(List.of("a", HOSTILE));
        writer.row(Arrays.asList(HOSTILE, null));
        writer.row(List.of(1.5, List.of(1, "x")));
        writer.end();
        assertThat(text.toString()).isEqualTo(Printable.lines(text.toString()));
        List<Object> rows = JSON.std.listFrom(text.toString());
        Map<String, Object> first = new HashMap<>();
        first.put("a", HOSTILE);
        first.put(HOSTILE, null);
        assertThat(rows.getFirst()).isEqualTo(first);
        assertThat(rows.getLast()).hasToString("{a=1.5, " + HOSTILE + "=[1, x]}");
    }

    @Test
    void jsonWithoutRowsIsAnEmptyArray() throws Exception {
        ResultWriter writer = new JsonWriter(out);
        writer.begin(List.of("a"));
        writer.end();
        assertThat(JSON.std.listFrom(text.toString())).isEmpty();
    }

    @Test
    void csvQuotesWhatNeedsIt() throws Exception {
        ResultWriter writer = new CsvWriter(out);
        writer.begin(List.of("plain", "a,b"));
        writer.row(Arrays.asList("x", null));
        writer.row(List.of("", "say \"so\""));
        writer.row(List.of(HOSTILE, new BigInteger("12345678901234567890")));
        writer.row(List.of("=1+1", -1.5));
        writer.end();
        assertThat(text.toString().split("\r\n"))
                .containsExactly(
                        "plain,\"a,b\"",
                        "x,",
                        "\"\",\"say \"\"so\"\"\"",
                        "\""
                                + Printable.of(HOSTILE).replace("\"", "\"\"")
                                + "\",12345678901234567890",
                        "\\u003d1+1,-1.5");
    }

    @Test
    void tableCutsLongCellsAndIsPrintable() {
        List<String> lines = new ArrayList<>();
        TableWriter writer =
                new TableWriter(table -> lines.addAll(table.lines(TerminalColours.PLAIN)));
        writer.begin(List.of("text", "number"));
        writer.row(List.of(HOSTILE, 1234.56789));
        writer.row(Arrays.asList("\ud83d\ude80".repeat(10_000), null));
        writer.end();
        assertThat(lines).hasSize(3).allMatch(line -> line.equals(Printable.of(line)));
        assertThat(lines.get(1)).endsWith(" 1234.568");
        assertThat(lines.get(2).length()).isLessThan(2 * TableWriter.MAX_CELL);
    }

    @Test
    void numbersHaveTheDigitsThatPeopleNeed() {
        assertThat(ResultValues.readable(0.0)).isEqualTo("0");
        assertThat(ResultValues.readable(1e-9 / 3)).isEqualTo("0.000000000333333");
        assertThat(ResultValues.readable(123456789.125)).isEqualTo("123456789.125");
        assertThat(ResultValues.readable(2.0)).isEqualTo("2");
        assertThat(ResultValues.readable(-2.71828)).isEqualTo("-2.718");
        assertThat(ResultValues.readable(new BigDecimal("1E+3"))).isEqualTo("1000");
        assertThat(ResultValues.readable(null)).isEqualTo("-");
    }
}
