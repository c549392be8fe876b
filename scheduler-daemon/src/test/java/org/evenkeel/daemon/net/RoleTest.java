package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.junit.jupiter.api.Test;

/** The table of who may say what: every kind of frame is in it or known to be nobody's. */
class RoleTest {

    /** What only daemons say, or what is said in the handshake alone. */
    private static final Set<BodyCase> NOT_HEARD =
            EnumSet.of(
                    BodyCase.OUTCOMES,
                    BodyCase.START,
                    BodyCase.ACCEPTED,
                    BodyCase.CHALLENGE,
                    BodyCase.HELLO,
                    BodyCase.WELCOME,
                    BodyCase.REJECTED,
                    BodyCase.GOING_AWAY,
                    BodyCase.WINDOW,
                    BodyCase.BIND,
                    BodyCase.RECALL,
                    BodyCase.STOP_TASKS,
                    BodyCase.STOP,
                    BodyCase.BODY_NOT_SET);

    @Test
    void everyKindOfFrameHasASpeakerOrIsNeverHeard() {
        for (BodyCase body : BodyCase.values()) {
            boolean heard = false;
            for (Role role : Role.values()) {
                heard |= role.maySay(body);
            }
            assertThat(heard).as("%s", body).isNotEqualTo(NOT_HEARD.contains(body));
        }
    }

    @Test
    void messagesBetweenDaemonsAreForPeersAlone() {
        for (BodyCase body : BodyCase.values()) {
            if (WireMapper.isMessage(body)) {
                assertThat(Role.PEER.maySay(body)).as("%s", body).isTrue();
                assertThat(Role.CLIENT.maySay(body)).as("%s", body).isFalse();
                assertThat(Role.WORKER.maySay(body)).as("%s", body).isFalse();
                assertThat(Role.OBSERVER.maySay(body)).as("%s", body).isFalse();
            }
        }
    }

    @Test
    void anObserverChangesNothing() {
        for (BodyCase body : BodyCase.values()) {
            boolean harmless =
                    body == BodyCase.QUERY || body == BodyCase.PING || body == BodyCase.PONG;
            assertThat(Role.OBSERVER.maySay(body)).as("%s", body).isEqualTo(harmless);
        }
    }
}
