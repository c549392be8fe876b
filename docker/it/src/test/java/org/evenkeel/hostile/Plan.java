package org.evenkeel.hostile;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.hostile.MutatedFrames.Speaker;

/**
 * How much is done in an attack.
 *
 * @param name in reports
 * @param seconds as planned; until all frames of those who are not trusted were heard, at most four
 *     times as long
 * @param frames mutated ones, of all roles together; the test demands half of them
 */
public record Plan(String name, int seconds, long frames) {

    /** So much faster than would be enough, for what is lost on arrival. */
    private static final double HASTE = 1.5;

    /** So much faster go those who are trusted: nothing is measured beside them. */
    private static final double HASTE_OF_TRUSTED = 4.5;

    /** Their part of the time, three times what they need at that rate. */
    private static final double SHARE_OF_TRUSTED = 2.0 / 3;

    private static final int HALF_OPEN = 2_000;
    private static final int SLOW = 500;
    private static final int SLOW_FIRST_BYTES = 100 << 10;

    /** Of a thousand mutated frames; most by the way that costs no arithmetic of TLS. */
    private static final Map<Speaker, Integer> SHARES =
            Map.of(
                    Speaker.UNKNOWN_LOCAL,
                    150,
                    Speaker.LOCAL_CLIENT,
                    400,
                    Speaker.LOCAL_OBSERVER,
                    250,
                    Speaker.LOCAL_PEER,
                    100,
                    Speaker.UNKNOWN_TLS,
                    6,
                    Speaker.SUBMIT,
                    40,
                    Speaker.OBSERVE,
                    20,
                    Speaker.ADMIN,
                    24,
                    Speaker.DAEMON,
                    10);

    /** The plan of this name. */
    public static Plan named(String name) {
        return switch (name) {
            case "short" -> new Plan(name, 20, 8_000);
            case "long" -> new Plan(name, 240, 100_000);
            case "full" -> new Plan(name, 1_500, 1_000_000);
            default -> throw new IllegalArgumentException(name + " is not short, long or full");
        };
    }

    /** Everything at the same time, but what a trusted daemon may do. */
    Map<String, Attack> attacks() {
        Map<String, Attack> attacks = new LinkedHashMap<>();
        attacks.put("half_open", new HalfOpenConnections(HALF_OPEN, 150));
        attacks.put("slow_writers", new SlowWriters(SLOW, SLOW_FIRST_BYTES, 25));
        attacks.put("slow_readers", new SlowReaders(8, 2));
        attacks.put("connect_storm", new ConnectStorm(100));
        attacks.put("handshake_flood", new HandshakeFlood(30));
        attacks.put("bombs", new Bombs(3));
        attacks.put("wrong_papers", new WrongPapers(13));
        attacks.putAll(mutants(false));
        return attacks;
    }

    /** For those who are trusted, at most. */
    int secondsOfTrusted() {
        return (int) (SHARE_OF_TRUSTED * seconds);
    }

    /** Somebody who is a trusted daemon, and says anything. */
    Map<String, Attack> trusted() {
        return mutants(true);
    }

    private Map<String, Attack> mutants(boolean trusted) {
        Map<String, Attack> attacks = new LinkedHashMap<>();
        for (Speaker speaker : Speaker.values()) {
            if (speaker.isTrusted() == trusted) {
                attacks.put(
                        "mutants_" + speaker.name().toLowerCase(Locale.ROOT),
                        of(speaker, SHARES.getOrDefault(speaker, 0)));
            }
        }
        return attacks;
    }

    private Attack of(Speaker speaker, int share) {
        long its = frames * share / 1_000;
        double haste = speaker.isTrusted() ? HASTE_OF_TRUSTED : HASTE;
        return new MutatedFrames(speaker, its, haste * its / seconds);
    }
}
