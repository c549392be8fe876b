package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.evenkeel.recorder.dashboard.RecentTiles.Address;
import org.evenkeel.recorder.report.JobPage;
import org.evenkeel.recorder.report.SamplePages;
import org.evenkeel.recorder.report.StreamTiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentTilesTest {

    private static final String KEY = "01234567-89ab-cdef-0123-456789abcdef";

    private final JobPage page = SamplePages.largeJob(50_000, 4, List.of("render")).page();
    private final StreamTiles tiles = Objects.requireNonNull(page.tiles());

    private static Address first(Map<String, Object> fields) {
        Map<?, ?> facts = (Map<?, ?>) fields.get("tiles");
        return Objects.requireNonNull(
                Address.parse(facts.get("address") + "/" + facts.get("top") + "/0/0"));
    }

    /** The same picture once more. */
    private JobPage again() {
        return new JobPage(new LinkedHashMap<>(), tiles);
    }

    @Test
    void aTileIsWhereThePageSays() {
        RecentTiles recent = new RecentTiles();
        Address address = first(recent.fields(page));
        assertThat(recent.tile(address))
                .isEqualTo(tiles.tile(address.level(), address.place(), address.block()));
        assertThat(recent.tile(new Address(KEY, address.level(), 0, 0))).isNull();
        assertThat(recent.tile(new Address(address.key(), 63, 0, 0))).isNull();
    }

    @Test
    void pagesWithAllDetailHaveNoTiles() {
        JobPage small = new JobPage(new LinkedHashMap<>(), null);
        assertThat(new RecentTiles().fields(small)).isEmpty();
    }

    @Test
    void thoseThatWereUsedLongestAgoGoFirst() {
        RecentTiles recent = new RecentTiles(2 * tiles.bytes());
        Address one = first(recent.fields(again()));
        Address two = first(recent.fields(again()));
        assertThat(recent.tile(one)).isNotNull();
        Address three = first(recent.fields(again()));
        assertThat(recent.tile(two)).isNull();
        assertThat(recent.tile(one)).isNotNull();
        assertThat(recent.tile(three)).isNotNull();
    }

    @Test
    void aPictureThatIsTooLargeHasNoTiles() {
        RecentTiles recent = new RecentTiles(tiles.bytes() - 1);
        assertThat(recent.fields(again())).doesNotContainKey("tiles");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/tiles/",
                "/tiles/" + KEY,
                "/tiles/" + KEY + "/20/7",
                "/tiles/" + KEY + "/20/-7/0",
                "/tiles/" + KEY + "/20/7/0/0",
                "/tiles/" + KEY + "/020/7/0",
                "/tiles/" + KEY + "/20/9999999999999999999/0",
                "/tiles/" + KEY + "/20/7/9999999",
                "/tiles/" + KEY + "/20/7/٣",
                "/tiles/../../../../../../../../../../etc/pass/20/7/0"
            })
    void whatMakesNoSenseIsNoAddress(String path) {
        assertThat(Address.parse(path)).isNull();
    }
}
