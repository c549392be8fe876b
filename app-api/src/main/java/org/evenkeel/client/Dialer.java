package org.evenkeel.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Goes round the daemons that may be there until one takes this client; for one thread. */
final class Dialer {

    private final Discovery discovery;
    private final Limits limits;
    private final Handshaker handshaker;
    private Discovery.@Nullable Candidate last;

    /** A daemon that said welcome. */
    record Dialled(Link link, Discovery.Candidate candidate, Welcome welcome) {

        /** What the daemon understands. */
        Features daemon() {
            return Software.of(welcome).features();
        }
    }

    /**
     * How long a handshake may take.
     *
     * @param firstTryMillis that with a daemon that is not the one of last time: others may be
     *     there at once
     * @param headStartMillis for a connection, before the next one is begun beside it
     */
    record Limits(long millis, long firstTryMillis, long headStartMillis) {
        static final Limits USUAL = new Limits(WireLimits.HANDSHAKE_TIMEOUT_MILLIS, 1_250, 500);
    }

    /** Makes a handshake, or throws when that takes longer than the limit; blocks. */
    interface Handshaker {
        Welcome handshake(Link link, Access access, Handshake.Speaker speaker, long limitMillis)
                throws IOException;
    }

    Dialer(Discovery discovery, Limits limits) {
        this(discovery, limits, Handshake::speak);
    }

    Dialer(Discovery discovery, Limits limits, Handshaker handshaker) {
        this.discovery = discovery;
        this.limits = limits;
        this.handshaker = handshaker;
    }

    Discovery discovery() {
        return discovery;
    }

    /** Begins each round with this one. */
    void prefer(Discovery.Candidate candidate) {
        last = candidate;
    }

    /**
     * One round, beginning with the daemon of last time, or the one that the program was told to
     * take. Another that hangs does not hold it up: it is asked at one of its addresses only, for a
     * short time, and for longer when no other node is there. Where a connection takes long, as to
     * a machine that has vanished, the next ones are made meanwhile.
     *
     * @param eligible which daemons may be tried
     * @param attempts takes a line for each that did not take us
     * @param over asked before each attempt
     * @return null when none did
     * @throws Handshake.RefusedException if another client has the session
     */
    @Nullable Dialled round(
            Handshake.Speaker speaker,
            Predicate<Discovery.Candidate> eligible,
            List<String> attempts,
            BooleanSupplier over)
            throws Handshake.RefusedException {
        List<Discovery.Candidate> candidates = new ArrayList<>(discovery.candidates());
        Discovery.Candidate before = last;
        if (before != null) {
            candidates.remove(before);
            candidates.addFirst(before);
        }
        boolean named = before == null && discovery.isNamed() && !candidates.isEmpty();
        Discovery.Candidate patientWith = named ? candidates.getFirst() : before;
        candidates.removeIf(candidate -> !eligible.test(candidate));
        List<Discovery.Candidate> silent = new ArrayList<>();
        Dialled dialled = pass(candidates, new Pass(speaker, patientWith, silent), attempts, over);
        if (dialled == null && !silent.isEmpty()) {
            silent.removeIf(candidate -> candidate.equals(patientWith)); // it had its time
            dialled = pass(silent, new Pass(speaker, null, null), attempts, over);
        }
        return dialled;
    }

    /**
     * How a pass goes.
     *
     * @param patientWith the one that gets the full time
     * @param silent takes those that said nothing in their short time; null: all get the full time
     */
    private record Pass(
            Handshake.Speaker speaker,
            Discovery.@Nullable Candidate patientWith,
            @Nullable List<Discovery.Candidate> silent) {

        boolean isPatientWith(Discovery.Candidate candidate) {
            return silent == null || candidate.equals(patientWith);
        }

        boolean skips(Discovery.Candidate candidate) {
            return silent != null && silent.stream().anyMatch(candidate::isSameNode);
        }
    }

    private @Nullable Dialled pass(
            List<Discovery.Candidate> candidates,
            Pass pass,
            List<String> attempts,
            BooleanSupplier over)
            throws Handshake.RefusedException {
        try (ConnectionRace race =
                new ConnectionRace(
                        candidates,
                        one -> one.access().connect(one.endpoint()),
                        limits.headStartMillis())) {
            for (ConnectionRace.Result one = race.next(); one != null; one = race.next()) {
                Dialled dialled = pass(one, pass, attempts, over);
                if (dialled != null) {
                    return dialled;
                }
                if (over.getAsBoolean()) {
                    return null;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // close() woke us
        }
        return null;
    }

    private @Nullable Dialled pass(
            ConnectionRace.Result one, Pass pass, List<String> attempts, BooleanSupplier over)
            throws Handshake.RefusedException {
        Discovery.Candidate candidate = one.candidate();
        Link link = one.link();
        if (link == null) {
            Exception failure = one.failure();
            attempts.add(
                    candidate.endpoint()
                            + " ("
                            + (failure == null ? "" : failure.getMessage())
                            + ")");
            return null;
        }
        if (over.getAsBoolean() || pass.skips(candidate)) {
            link.close();
            return null;
        }
        try {
            return greet(
                    link,
                    candidate,
                    pass.speaker(),
                    pass.isPatientWith(candidate) ? limits.millis() : limits.firstTryMillis());
        } catch (IOException | RuntimeException e) {
            if (e instanceof Handshake.RefusedException refused && refused.isTakenOver()) {
                throw refused;
            }
            if (e instanceof Handshake.SilentException && pass.silent() != null) {
                pass.silent().add(candidate);
            }
            attempts.add(candidate.endpoint() + " (" + e.getMessage() + ")");
            return null;
        }
    }

    /** Tries one daemon. */
    Dialled dial(Discovery.Candidate candidate, Handshake.Speaker speaker) throws IOException {
        Link link = candidate.access().connect(candidate.endpoint());
        return greet(link, candidate, speaker, limits.millis());
    }

    private Dialled greet(
            Link link, Discovery.Candidate candidate, Handshake.Speaker speaker, long limitMillis)
            throws IOException {
        try {
            Welcome welcome = handshaker.handshake(link, candidate.access(), speaker, limitMillis);
            last = candidate;
            return new Dialled(link, candidate, welcome);
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }
}
