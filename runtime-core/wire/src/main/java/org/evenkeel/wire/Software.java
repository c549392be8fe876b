package org.evenkeel.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;

/**
 * Which build one side of a link is: its version, human-readable, and its features, for the other
 * side.
 *
 * @param version such as {@code 0.1.0 (1a2b3c4d5e)}; {@link #EARLIER} where it says none
 */
public record Software(String version, Features features) {

    /** Shown for a build from before builds told their versions. */
    public static final String EARLIER = "an earlier version";

    /** Longest version that is read, in characters. */
    static final int MAX_VERSION_LENGTH = 100;

    /** A build that tells neither version nor features. */
    public static final Software UNKNOWN = new Software(EARLIER, Features.NONE);

    /** This build. */
    public static final Software OWN = new Software(ownVersion(), Features.ALL);

    /** What a speaker says of itself. */
    public static Software of(Hello hello) {
        Features features = read(hello.getFeaturesList());
        // What names no features wrote the name of a program into this field.
        return hello.getFeaturesCount() == 0
                ? UNKNOWN
                : new Software(readVersion(hello.getSoftware()), features);
    }

    /** What a listener says of itself. */
    public static Software of(Welcome welcome) {
        return new Software(readVersion(welcome.getSoftware()), read(welcome.getFeaturesList()));
    }

    /** Adds this build to what a speaker says. */
    public static Hello.Builder sign(Hello.Builder hello) {
        return hello.setSoftware(OWN.version).clearFeatures().addAllFeatures(written());
    }

    /** Adds this build to what a listener says. */
    public static Welcome.Builder sign(Welcome.Builder welcome) {
        return welcome.setSoftware(OWN.version).clearFeatures().addAllFeatures(written());
    }

    /** Why this build cannot speak with a listener, and what to do; for the speaker. */
    public static String why(Challenge challenge) {
        return "it is %s with protocol %d to %d, this is %s with protocol %d to %d: update %s"
                .formatted(
                        readVersion(challenge.getSoftware()),
                        challenge.getMinVersion(),
                        challenge.getMaxVersion(),
                        OWN.version,
                        WireLimits.MIN_VERSION,
                        WireLimits.VERSION,
                        challenge.getMinVersion() > WireLimits.VERSION ? "this one" : "it");
    }

    /** The same, as the listener is told it. */
    public static String givingUp(Challenge challenge) {
        return ("it is %s with protocol %d to %d, which %s does not support: update the "
                        + "older of the two")
                .formatted(
                        OWN.version,
                        WireLimits.MIN_VERSION,
                        WireLimits.VERSION,
                        readVersion(challenge.getSoftware()));
    }

    /** Whether this build and a listener have a protocol in common. */
    public static boolean speaks(Challenge challenge) {
        return challenge.getMinVersion() <= WireLimits.VERSION
                && challenge.getMaxVersion() >= WireLimits.MIN_VERSION;
    }

    /**
     * Why a listener refuses a speaker's protocol, and what to do; for both.
     *
     * @param theirs version of the speaker
     */
    public static String whyRefused(String theirs, int protocol) {
        return "protocol %d of %s is not supported by %s, only %d to %d: update %s"
                .formatted(
                        protocol,
                        theirs,
                        OWN.version,
                        WireLimits.MIN_VERSION,
                        WireLimits.VERSION,
                        protocol > WireLimits.VERSION ? OWN.version : theirs);
    }

    private static Features read(List<org.evenkeel.wire.proto.Feature> wire) {
        Set<Feature> named = EnumSet.noneOf(Feature.class);
        for (Feature feature : Feature.values()) {
            if (wire.contains(wire(feature))) {
                named.add(feature);
            }
        }
        return new Features(named);
    }

    private static List<org.evenkeel.wire.proto.Feature> written() {
        return Stream.of(Feature.values()).map(Software::wire).toList();
    }

    private static org.evenkeel.wire.proto.Feature wire(Feature feature) {
        return switch (feature) {
            case REFUSED_BODY -> org.evenkeel.wire.proto.Feature.FEATURE_REFUSED_BODY;
            case WHOLE_SESSIONS -> org.evenkeel.wire.proto.Feature.FEATURE_WHOLE_SESSIONS;
            case ANSWER_PARTS -> org.evenkeel.wire.proto.Feature.FEATURE_ANSWER_PARTS;
            case TYPED_ANSWERS -> org.evenkeel.wire.proto.Feature.FEATURE_TYPED_ANSWERS;
            case PAUSES -> org.evenkeel.wire.proto.Feature.FEATURE_PAUSES;
            case OWNERS -> org.evenkeel.wire.proto.Feature.FEATURE_OWNERS;
            case MOVES -> org.evenkeel.wire.proto.Feature.FEATURE_MOVES;
            case TASK_LOGS -> org.evenkeel.wire.proto.Feature.FEATURE_TASK_LOGS;
            case NOTES -> org.evenkeel.wire.proto.Feature.FEATURE_NOTES;
            case FUNCTIONS -> org.evenkeel.wire.proto.Feature.FEATURE_FUNCTIONS;
            case WORKER_SHAPES -> org.evenkeel.wire.proto.Feature.FEATURE_WORKER_SHAPES;
        };
    }

    /** It is shown to people and written to logs: short, and nothing that a terminal obeys. */
    private static String readVersion(String said) {
        StringBuilder version = new StringBuilder();
        said.codePoints()
                .filter(one -> one >= ' ' && one < 0x7f)
                .limit(MAX_VERSION_LENGTH)
                .forEach(version::appendCodePoint);
        return version.isEmpty() ? EARLIER : version.toString();
    }

    private static String ownVersion() {
        Properties built = new Properties();
        try (InputStream in = Software.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                built.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String commit = built.getProperty("commit", "unknown");
        String version = readVersion(built.getProperty("version", "unknown"));
        String changed = Boolean.parseBoolean(built.getProperty("dirty")) ? " with changes" : "";
        return commit.equals("unknown") ? version : version + " (" + commit + changed + ")";
    }
}
