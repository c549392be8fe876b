package org.evenkeel.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.lab.bench.BenchRun;
import org.evenkeel.lab.bench.Figure;
import org.evenkeel.lab.bench.WaysRun;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.Numbers;

/** Daemons or ways to one, beside each other, as text and as JSON. */
final class WaysReport {

    private static final double PAYLOAD_MEGABYTES = 2.0 * BenchRun.LARGE_BYTES / 1e6;

    private final List<WaysRun.Result> results;
    private final boolean handshakes;

    WaysReport(List<WaysRun.Result> results) {
        this.results = results;
        this.handshakes = results.stream().anyMatch(one -> one.handshakeMicros().isPresent());
    }

    /** A row for each way; behind each figure its ratio to the same of the first. */
    TextTable table() {
        TextTable table =
                TextTable.of(
                        "way|one empty task, us||empty tasks/s||64 KiB, MB/s|"
                                + (handshakes ? "|handshake, us" : ""));
        for (WaysRun.Result one : results) {
            List<String> row =
                    new ArrayList<>(
                            List.of(
                                    one.way(),
                                    Figure.text(one.latency().ours()),
                                    ratio(one.latency()),
                                    Figure.text(one.throughput().ours()),
                                    ratio(one.throughput()),
                                    Figure.text(one.payload().ours() * PAYLOAD_MEGABYTES),
                                    ratio(one.payload())));
            if (handshakes) {
                row.add(
                        one.handshakeMicros().isPresent()
                                ? Figure.text(one.handshakeMicros().getAsDouble())
                                : "");
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    Map<String, Object> json() {
        List<Map<String, Object>> ways = new ArrayList<>();
        for (WaysRun.Result one : results) {
            Map<String, Object> way = new LinkedHashMap<>();
            way.put("way", one.way());
            put(way, "emptyTaskMedianMicros", one.latency(), 1);
            put(way, "emptyTasksPerSecond", one.throughput(), 1);
            put(way, "payloadMegabytesPerSecond", one.payload(), PAYLOAD_MEGABYTES);
            one.handshakeMicros().ifPresent(micros -> way.put("handshakeMedianMicros", micros));
            ways.add(way);
        }
        return new JsonObject().with("ways", ways);
    }

    private static void put(Map<String, Object> way, String name, Figure figure, double unit) {
        way.put(name, figure.ours() * unit);
        way.put(name + "OfFirst", figure.ratio());
    }

    private static String ratio(Figure figure) {
        return Numbers.format("x%.3f", figure.ratio());
    }
}
