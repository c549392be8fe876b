package org.evenkeel.recorder.report;

import java.util.Map;
import org.evenkeel.cli.BuildInfo;
import org.jspecify.annotations.Nullable;

/**
 * What the page of a job shows.
 *
 * @param fields maps, lists and arrays for JSON; may be changed
 * @param tiles the picture in all its detail; null if {@code fields} have that
 */
public record JobPage(Map<String, Object> fields, @Nullable StreamTiles tiles) {

    /** Bars of the first picture, where the detail is in tiles: a page of them is soon there. */
    static final int FEW_BARS = 40_000;

    static JobPage of(FoundJob found) {
        StreamTiles tiles =
                found.job().runs().size() > FEW_BARS ? StreamTiles.of(found.job()) : null;
        int bars = tiles == null ? ReportData.MOST_BARS : FEW_BARS;
        return new JobPage(fields(found, bars), tiles);
    }

    /**
     * The fields.
     *
     * @param bars of the picture at most
     */
    static Map<String, Object> fields(FoundJob found, int bars) {
        Map<String, Object> fields =
                new ReportData(found.job())
                        .fields(BuildInfo.read().version(), System.currentTimeMillis(), bars);
        fields.put("source", found.source());
        return fields;
    }
}
