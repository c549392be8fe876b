package org.evenkeel.recorder.dashboard;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.recorder.report.JobPage;
import org.evenkeel.recorder.report.StreamTiles;
import org.jspecify.annotations.Nullable;

/**
 * The detail of the pictures that browsers have last read or looked at, in bounded memory. Each
 * reading of a page has a key of its own, so what is under an address never changes. For any
 * thread.
 */
final class RecentTiles {

    static final String PATH = "/tiles/";

    /** What pictures may take together; one that alone takes more has no detail. */
    static final long MOST_BYTES = 128L << 20;

    private final long most;
    private final Map<String, StreamTiles> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    RecentTiles() {
        this(MOST_BYTES);
    }

    /**
     * @param most bytes that are kept
     */
    RecentTiles(long most) {
        this.most = most;
    }

    /**
     * Where a tile is.
     *
     * @param key of the picture
     * @param level and the others as {@link StreamTiles#tile} has them
     */
    record Address(String key, int level, long place, int block) {

        private static final Pattern FORM =
                Pattern.compile(PATH + "([0-9a-f-]{36})/([0-9]{1,2})/([0-9]{1,18})/([0-9]{1,6})");

        /** Reads one, such as {@code /tiles/KEY/20/7/0}; null for anything else. */
        static @Nullable Address parse(String path) {
            Matcher matcher = FORM.matcher(path);
            return matcher.matches()
                    ? new Address(
                            matcher.group(1),
                            Integer.parseInt(matcher.group(2)),
                            Long.parseLong(matcher.group(3)),
                            Integer.parseInt(matcher.group(4)))
                    : null;
        }
    }

    /** What a page shows, with {@code tiles}, the address of its detail, if there is more. */
    Map<String, Object> fields(JobPage page) {
        StreamTiles tiles = page.tiles();
        if (tiles != null && tiles.bytes() <= most) {
            page.fields().put("tiles", tiles.fields(PATH + keep(tiles)));
        }
        return page.fields();
    }

    /** Those that were used longest ago go first. */
    private synchronized String keep(StreamTiles tiles) {
        String key = UUID.randomUUID().toString();
        kept.put(key, tiles);
        bytes += tiles.bytes();
        Iterator<StreamTiles> oldest = kept.values().iterator();
        while (bytes > most) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
        return key;
    }

    private synchronized @Nullable StreamTiles find(String key) {
        return kept.get(key);
    }

    /** A tile; null if there is none, or none any more. */
    byte @Nullable [] tile(Address address) {
        StreamTiles tiles = find(address.key());
        return tiles == null ? null : tiles.tile(address.level(), address.place(), address.block());
    }
}
