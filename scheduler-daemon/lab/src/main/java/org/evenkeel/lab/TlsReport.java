package org.evenkeel.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.lab.bench.BenchRun;
import org.evenkeel.lab.bench.Figure;
import org.evenkeel.lab.bench.TlsRun;

/** The cost of TLS, as text and as JSON. */
final class TlsReport {

    private static final double PAYLOAD_MEGABYTES = 2.0 * BenchRun.LARGE_BYTES / 1e6;

    private final List<TlsRun.Result> results;

    TlsReport(List<TlsRun.Result> results) {
        this.results = results;
    }

    /** A row for each way; behind each figure its ratio to the same of the first. */
    TextTable table() {
        TextTable table =
                new TextTable(
                        "",
                        "way",
                        "one empty task, us",
                        "",
                        "empty tasks/s",
                        "",
                        "64 KiB, MB/s",
                        "",
                        "handshake, us");
        for (TlsRun.Result one : results) {
            table.row(
                    one.way(),
                    number(one.latency().ours()),
                    ratio(one.latency()),
                    number(one.throughput().ours()),
                    ratio(one.throughput()),
                    number(one.payload().ours() * PAYLOAD_MEGABYTES),
                    ratio(one.payload()),
                    Double.isNaN(one.handshakeMicros()) ? "" : number(one.handshakeMicros()));
        }
        return table;
    }

    Map<String, Object> json() {
        List<Map<String, Object>> ways = new ArrayList<>();
        for (TlsRun.Result one : results) {
            Map<String, Object> way = new LinkedHashMap<>();
            way.put("way", one.way());
            put(way, "emptyTaskMedianMicros", one.latency(), 1);
            put(way, "emptyTasksPerSecond", one.throughput(), 1);
            put(way, "payloadMegabytesPerSecond", one.payload(), PAYLOAD_MEGABYTES);
            if (!Double.isNaN(one.handshakeMicros())) {
                way.put("handshakeMedianMicros", one.handshakeMicros());
            }
            ways.add(way);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ways", ways);
        return json;
    }

    private static void put(Map<String, Object> way, String name, Figure figure, double unit) {
        way.put(name, figure.ours() * unit);
        way.put(name + "OfFirst", figure.ratio());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 1000 ? "%,.1f" : "%,.0f", value);
    }

    private static String ratio(Figure figure) {
        return String.format(Locale.ROOT, "x%.2f", figure.ratio());
    }
}
