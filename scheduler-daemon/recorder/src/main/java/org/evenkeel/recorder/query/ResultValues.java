package org.evenkeel.recorder.query;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a result as numbers, flags, texts, and lists and maps of these. */
final class ResultValues {

    /** Bytes of a blob that are shown. */
    private static final int MAX_BLOB = 1_024;

    /** Digits of a small number that people need. */
    private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_UP);

    private static final int DECIMALS = 3;

    /** The names of the columns; a name that is there again gets a number. */
    static List<String> columns(ResultSetMetaData data) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            String name = data.getColumnLabel(i);
            String unique = name;
            for (int n = 2; columns.contains(unique); n++) {
                unique = name + "_" + n;
            }
            columns.add(unique);
        }
        return columns;
    }

    /** The current row. */
    static List<@Nullable Object> row(ResultSet rows, ResultSetMetaData data) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            // As java.sql.Timestamp it would be in the time zone of this machine.
            boolean time = data.getColumnType(i) == Types.TIMESTAMP;
            values.add(plain(time ? rows.getObject(i, LocalDateTime.class) : rows.getObject(i)));
        }
        return values;
    }

    private static @Nullable Object plain(@Nullable Object value) throws SQLException {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Double number -> Double.isFinite(number) ? number : number.toString();
            case Float number -> Float.isFinite(number) ? number : number.toString();
            case Number number -> number;
            case Boolean flag -> flag;
            case Timestamp time -> time.toLocalDateTime().toString();
            case Array array -> list((Object[]) array.getArray());
            case Object[] array -> list(array);
            case Map<?, ?> map -> map(map);
            case Blob blob ->
                    HexFormat.of()
                            .formatHex(blob.getBytes(1, (int) Math.min(MAX_BLOB, blob.length())));
            default -> value.toString();
        };
    }

    private static List<@Nullable Object> list(@Nullable Object[] array) throws SQLException {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object each : array) {
            list.add(plain(each));
        }
        return list;
    }

    private static Map<String, @Nullable Object> map(Map<?, ?> map) throws SQLException {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            plain.put(String.valueOf(entry.getKey()), plain(entry.getValue()));
        }
        return plain;
    }

    /** A value as text; of a number, no more digits than readers need. */
    static String readable(@Nullable Object value) {
        return switch (value) {
            case null -> "-";
            case Double number -> readable(BigDecimal.valueOf(number));
            case Float number -> readable(new BigDecimal(number.toString()));
            case BigDecimal number -> readable(number);
            default -> value.toString();
        };
    }

    private static String readable(BigDecimal number) {
        BigDecimal shown =
                number.abs().compareTo(BigDecimal.ONE) < 0
                        ? number.round(DIGITS)
                        : number.setScale(
                                Math.min(DECIMALS, Math.max(0, number.scale())),
                                RoundingMode.HALF_UP);
        BigDecimal stripped = shown.signum() == 0 ? BigDecimal.ZERO : shown.stripTrailingZeros();
        return stripped.toPlainString();
    }
}
