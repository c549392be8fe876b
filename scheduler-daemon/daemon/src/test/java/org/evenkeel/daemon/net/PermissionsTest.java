package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.junit.jupiter.api.Test;

/** The table of who may say what: every kind of frame is in it or known to be nobody's. */
class PermissionsTest {

    private static final Set<CertRole> ALL = EnumSet.allOf(CertRole.class);

    /** What only daemons say to those who connect to them. */
    private static final Set<BodyCase> NOT_HEARD =
            EnumSet.of(
                    BodyCase.OUTCOMES,
                    BodyCase.START,
                    BodyCase.ACCEPTED,
                    BodyCase.CHALLENGE,
                    BodyCase.WELCOME,
                    BodyCase.REJECTED,
                    BodyCase.GOING_AWAY,
                    BodyCase.WINDOW,
                    BodyCase.BIND,
                    BodyCase.RECALL,
                    BodyCase.STOP_TASKS,
                    BodyCase.TAKE_STACK,
                    BodyCase.TAKE_PROFILE,
                    BodyCase.PUT_AWAY,
                    BodyCase.CHECKPOINT_COMING,
                    BodyCase.STOP,
                    BodyCase.VALUE_HERE,
                    BodyCase.ISSUED,
                    BodyCase.BODY_NOT_SET);

    private static final Set<BodyCase> HANDSHAKE =
            EnumSet.of(BodyCase.HELLO, BodyCase.JOIN, BodyCase.RENEW);

    private static boolean maySay(Role role, BodyCase body) {
        return Permissions.of(role, ALL).contains(body);
    }

    @Test
    void everyKindOfFrameHasASpeakerOrIsNeverHeard() {
        for (BodyCase body : BodyCase.values()) {
            boolean heard = HANDSHAKE.contains(body);
            for (Role role : Role.values()) {
                heard |= maySay(role, body);
            }
            assertThat(heard).as("%s", body).isNotEqualTo(NOT_HEARD.contains(body));
        }
    }

    @Test
    void nothingButTheHandshakeIsHeardBeforeIt() {
        for (BodyCase body : BodyCase.values()) {
            assertThat(Permissions.mayAsk(body, new TransportIdentity.Local()))
                    .as("%s", body)
                    .isEqualTo(body == BodyCase.HELLO);
            assertThat(Permissions.mayAsk(body, new TransportIdentity.Nameless()))
                    .as("%s", body)
                    .isEqualTo(body == BodyCase.JOIN);
            for (Role role : Role.values()) {
                assertThat(HANDSHAKE.contains(body) && maySay(role, body))
                        .as("%s after the handshake", body)
                        .isFalse();
            }
        }
    }

    @Test
    void messagesBetweenDaemonsAreForPeersAlone() {
        for (BodyCase body : BodyCase.values()) {
            if (WireMapper.isMessage(body)) {
                assertThat(maySay(Role.PEER, body)).as("%s", body).isTrue();
                assertThat(maySay(Role.CLIENT, body)).as("%s", body).isFalse();
                assertThat(maySay(Role.WORKER, body)).as("%s", body).isFalse();
                assertThat(maySay(Role.OBSERVER, body)).as("%s", body).isFalse();
            }
        }
    }

    @Test
    void questionsAboutFilesGoFromWorkersToClientsAndNoOtherWay() {
        assertThat(maySay(Role.WORKER, BodyCase.FILE_ASK)).isTrue();
        assertThat(maySay(Role.CLIENT, BodyCase.FILE_ASK)).as("others' files").isFalse();
        assertThat(maySay(Role.CLIENT, BodyCase.FILE_ANSWER)).isTrue();
        assertThat(maySay(Role.WORKER, BodyCase.FILE_ANSWER)).isFalse();
        for (Role role : new Role[] {Role.CLIENT, Role.WORKER, Role.OBSERVER}) {
            assertThat(maySay(role, BodyCase.SEEK_HOME)).as("%s", role).isFalse();
            assertThat(maySay(role, BodyCase.HOME_HERE)).as("%s", role).isFalse();
        }
    }

    @Test
    void anObserverChangesNothing() {
        for (BodyCase body : BodyCase.values()) {
            boolean harmless =
                    body == BodyCase.QUERY
                            || body == BodyCase.PING
                            || body == BodyCase.PONG
                            || body == BodyCase.REFUSED_BODY;
            assertThat(Permissions.of(Role.OBSERVER, EnumSet.of(CertRole.OBSERVE)).contains(body))
                    .as("%s", body)
                    .isEqualTo(harmless);
        }
    }

    @Test
    void onlyAnAdministratorsProgramSaysWhatTheOwnerDoes() {
        assertThat(Permissions.of(Role.OBSERVER, EnumSet.of(CertRole.ADMIN)))
                .contains(BodyCase.OWNER_ACTIVITY);
        assertThat(Permissions.of(Role.OBSERVER, EnumSet.complementOf(EnumSet.of(CertRole.ADMIN))))
                .doesNotContain(BodyCase.OWNER_ACTIVITY);
        assertThat(maySay(Role.CLIENT, BodyCase.OWNER_ACTIVITY)).isFalse();
    }

    @Test
    void aRoleOnALinkNeedsTheRoleInTheCertificate() {
        assertThat(Permissions.of(Role.PEER, EnumSet.complementOf(EnumSet.of(CertRole.DAEMON))))
                .as("without daemon")
                .isEmpty();
        Set<BodyCase> withoutSubmit =
                Permissions.of(Role.CLIENT, EnumSet.complementOf(EnumSet.of(CertRole.SUBMIT)));
        assertThat(withoutSubmit)
                .containsOnly(
                        BodyCase.DRAIN,
                        BodyCase.FORGET_NODE,
                        BodyCase.PAUSE_NODE,
                        BodyCase.REFUSED_BODY);
        assertThat(Permissions.of(Role.CLIENT, EnumSet.of(CertRole.SUBMIT)))
                .contains(BodyCase.SUBMIT)
                .doesNotContain(BodyCase.DRAIN, BodyCase.FORGET_NODE, BodyCase.PAUSE_NODE);
        assertThat(Permissions.of(Role.OBSERVER, EnumSet.of(CertRole.DAEMON))).isEmpty();
        for (Role role : EnumSet.complementOf(EnumSet.of(Role.WORKER))) {
            assertThat(Permissions.of(role, Set.of())).as("%s without a role", role).isEmpty();
        }
    }

    @Test
    void onlyAMasterCommandsPhases() {
        assertThat(Permissions.of(Role.PEER, EnumSet.of(CertRole.DAEMON)))
                .contains(BodyCase.PHASE_SAYS)
                .doesNotContain(BodyCase.MASTER_SAYS);
        assertThat(Permissions.of(Role.PEER, EnumSet.of(CertRole.DAEMON, CertRole.MASTER)))
                .contains(BodyCase.PHASE_SAYS, BodyCase.MASTER_SAYS);
        assertThat(Permissions.of(Role.PEER, EnumSet.of(CertRole.MASTER))).isEmpty();
        assertThat(Permissions.of(Role.CLIENT, ALL)).doesNotContain(BodyCase.MASTER_SAYS);
    }

    @Test
    void whoHasACertificateSpeaksUnderItsName() {
        Subject subject = new Subject("0123456789abcdef", "n1", EnumSet.of(CertRole.DAEMON));
        assertThat(new TransportIdentity.Local().isNamed("n2")).isTrue();
        assertThat(new TransportIdentity.Nameless().isNamed("n1")).isFalse();
        assertThat(subject.name()).isEqualTo("n1");
    }
}
