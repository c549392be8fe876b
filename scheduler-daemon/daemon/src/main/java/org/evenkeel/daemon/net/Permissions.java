package org.evenkeel.daemon.net;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.wire.proto.Frame.BodyCase;

/** Who may say what to a daemon: the one table of permissions of the wire. */
public final class Permissions {

    /**
     * Speakers of this role whose certificates have one of these roles may say this.
     *
     * @param needed none: the handshake's secret is enough
     */
    private record Rule(Role role, Set<CertRole> needed, Set<BodyCase> bodies) {
        static Rule of(Role role, Set<CertRole> needed, BodyCase... bodies) {
            return new Rule(
                    role, needed, Collections.unmodifiableSet(EnumSet.copyOf(List.of(bodies))));
        }

        boolean holds(Role speaker, Set<CertRole> held) {
            return role == speaker && (needed.isEmpty() || !Collections.disjoint(needed, held));
        }
    }

    private static final List<Rule> RULES =
            List.of(
                    Rule.of(
                            Role.CLIENT,
                            EnumSet.of(CertRole.SUBMIT),
                            BodyCase.OPEN_JOB,
                            BodyCase.CLOSE_JOB,
                            BodyCase.SUBMIT,
                            BodyCase.SUBMITTED_AGAIN,
                            BodyCase.OUTCOME_ACK,
                            BodyCase.CANCEL_TASKS,
                            BodyCase.SERVE,
                            BodyCase.FINISHED,
                            BodyCase.RECALL_ANSWER,
                            BodyCase.BLOB_REQUEST,
                            BodyCase.BLOB_CHUNK,
                            BodyCase.FETCH_VALUE,
                            BodyCase.FILE_ANSWER,
                            BodyCase.QUERY,
                            BodyCase.PING,
                            BodyCase.PONG),
                    Rule.of(
                            Role.CLIENT,
                            EnumSet.of(CertRole.ADMIN),
                            BodyCase.DRAIN,
                            BodyCase.FORGET_NODE,
                            BodyCase.PAUSE_NODE),
                    Rule.of(
                            Role.OBSERVER,
                            EnumSet.of(CertRole.OBSERVE, CertRole.SUBMIT, CertRole.ADMIN),
                            BodyCase.QUERY,
                            BodyCase.PING,
                            BodyCase.PONG),
                    Rule.of(Role.OBSERVER, EnumSet.of(CertRole.ADMIN), BodyCase.OWNER_ACTIVITY),
                    Rule.of(
                            Role.WORKER,
                            Set.of(),
                            BodyCase.FINISHED,
                            BodyCase.PARKED,
                            BodyCase.RESUMED,
                            BodyCase.STAYS,
                            BodyCase.GOES_ON,
                            BodyCase.RECALL_ANSWER,
                            BodyCase.STACK_TAKEN,
                            BodyCase.PROFILE_TAKEN,
                            BodyCase.SUBMIT,
                            BodyCase.OUTCOME_ACK,
                            BodyCase.CANCEL_TASKS,
                            BodyCase.KEEP_VALUE,
                            BodyCase.FETCH_VALUE,
                            BodyCase.FILE_ASK,
                            BodyCase.GROWING,
                            BodyCase.BLOB_REQUEST,
                            BodyCase.BLOB_CHUNK,
                            BodyCase.PING,
                            BodyCase.PONG),
                    Rule.of(
                            Role.PEER,
                            EnumSet.of(CertRole.DAEMON),
                            BodyCase.OFFER,
                            BodyCase.OFFER_ANSWER,
                            BodyCase.RESULTS,
                            BodyCase.RESULT_ACKS,
                            BodyCase.CHECKPOINT_ACKS,
                            BodyCase.LOAD,
                            BodyCase.HOLDING,
                            BodyCase.HOLDING_ACK,
                            BodyCase.LOST,
                            BodyCase.CANCEL,
                            BodyCase.JOB_ENDED,
                            BodyCase.REQUEST,
                            BodyCase.NOTHING_TO_GIVE,
                            BodyCase.MOVE_CALL,
                            BodyCase.MOVE_BID,
                            BodyCase.MOVE_AWARD,
                            BodyCase.PROBE,
                            BodyCase.PROBE_ANSWER,
                            BodyCase.LEAVING,
                            BodyCase.RETURNED,
                            BodyCase.SESSION_MOVED,
                            BodyCase.SESSION_LEFT,
                            BodyCase.REPLICATE,
                            BodyCase.REPLICATED,
                            BodyCase.MOVED,
                            BodyCase.ADOPT,
                            BodyCase.ADOPTED,
                            BodyCase.ADOPT_ALL,
                            BodyCase.ASK_ADOPTED,
                            BodyCase.ANSWER_ADOPTED,
                            BodyCase.HOURS,
                            BodyCase.MEMBERS,
                            BodyCase.REVOKED,
                            BodyCase.BLOB_REQUEST,
                            BodyCase.BLOB_CHUNK,
                            BodyCase.FETCH_VALUE,
                            BodyCase.FILE_ASK,
                            BodyCase.FILE_ANSWER,
                            BodyCase.SEEK_HOME,
                            BodyCase.HOME_HERE,
                            BodyCase.BLOB_COMING,
                            BodyCase.QUERY,
                            BodyCase.QUERY_REPLY,
                            BodyCase.REFUSED,
                            BodyCase.PHASE_SAYS,
                            BodyCase.PING,
                            BodyCase.PONG));

    /** What a peer may say as well whose certificate has the role master too. */
    private static final Rule MASTER =
            Rule.of(Role.PEER, EnumSet.of(CertRole.MASTER), BodyCase.MASTER_SAYS);

    /** What every process may say who may say anything. */
    private static final BodyCase ANYBODY = BodyCase.REFUSED_BODY;

    /**
     * What a speaker may say after its handshake.
     *
     * @param held the roles in its certificate
     * @return empty when it may not come in under this role
     */
    public static Set<BodyCase> of(Role role, Set<CertRole> held) {
        EnumSet<BodyCase> permitted = EnumSet.noneOf(BodyCase.class);
        for (Rule rule : RULES) {
            if (rule.holds(role, held)) {
                permitted.addAll(rule.bodies());
            }
        }
        if (!permitted.isEmpty()) {
            permitted.add(ANYBODY);
        }
        if (!permitted.isEmpty() && MASTER.holds(role, held)) {
            permitted.addAll(MASTER.bodies());
        }
        return permitted;
    }

    /** What may be said in the handshake instead of everything after it. */
    static boolean mayAsk(BodyCase body, TransportIdentity transportIdentity) {
        return switch (body) {
            case HELLO ->
                    transportIdentity instanceof TransportIdentity.Local
                            || transportIdentity instanceof TransportIdentity.Certified;
            case JOIN -> !(transportIdentity instanceof TransportIdentity.Local);
            case RENEW ->
                    transportIdentity instanceof TransportIdentity.Certified
                            || transportIdentity instanceof TransportIdentity.Lapsed;
            default -> false;
        };
    }
}
