package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** To which of several nodes that have a job a program attaches, and when it waits before that. */
class AttachCandidateTest {

    private static AttachCandidate owner(int attachment, boolean settling) {
        return AttachCandidate.ofOwner(attachment, settling, false);
    }

    private static AttachCandidate replica(int attachment, boolean settling) {
        return AttachCandidate.ofReplica(attachment, 1, settling);
    }

    private static void isBetter(AttachCandidate one, AttachCandidate than) {
        assertThat(Stream.of(than, one).sorted(AttachCandidate.BEST_FIRST)).startsWith(one);
        assertThat(Stream.of(one, than).sorted(AttachCandidate.BEST_FIRST)).startsWith(one);
    }

    @Test
    void theLatestAttachmentGoesFirst() {
        isBetter(owner(2, true), owner(1, false));
        isBetter(replica(2, true), owner(1, false));
        isBetter(replica(1, true), replica(0, false));
    }

    @Test
    void ofTheSameAttachmentAnOwnerGoesBeforeAReplica() {
        isBetter(owner(2, true), replica(2, false));
        isBetter(replica(0, false), owner(0, true));
    }

    @Test
    void aNodeThatPassesOnAJobHasAllOfIt() {
        isBetter(AttachCandidate.ofOwner(0, true, true), replica(0, false));
        isBetter(replica(1, false), AttachCandidate.ofOwner(0, true, true));
    }

    @Test
    void ofReplicasOneThatIsNotSettlingGoesFirstAndThenTheOneWithTheLatestRecord() {
        isBetter(replica(0, false), replica(0, true));
        isBetter(AttachCandidate.ofReplica(2, 9, false), AttachCandidate.ofReplica(2, 8, false));
    }

    @Test
    void oneIsPerhapsEarlierWhereItsClientWasElsewhereLater() {
        assertThat(owner(2, false).isPerhapsEarlier(3)).isTrue();
        assertThat(owner(2, false).isPerhapsEarlier(2)).isFalse();
        assertThat(owner(2, false).isPerhapsEarlier(0)).isFalse();
        assertThat(replica(2, false).isPerhapsEarlier(3)).isTrue();
        assertThat(replica(2, false).isPerhapsEarlier(2)).isFalse();
    }

    @Test
    void aReplicaOfUnknownAttachmentIsNotComparedWithOthers() {
        assertThat(replica(0, false).isPerhapsEarlier(1)).isFalse();
    }

    @Test
    void oneThatIsSettlingIsPerhapsEarlier() {
        assertThat(owner(2, true).isPerhapsEarlier(0)).isTrue();
        assertThat(replica(0, true).isPerhapsEarlier(0)).isTrue();
    }
}
