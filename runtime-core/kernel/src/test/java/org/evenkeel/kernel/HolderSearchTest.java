package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.Effect.SetTimer;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.Holding;
import org.junit.jupiter.api.Test;

/** A holder is gone: it may have handed on what it had before its owner heard of that. */
class HolderSearchTest {
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final GrantedTask TASK =
            new GrantedTask(new TaskId(CoreFixture.CLIENT, 2), new Grant(1, 1));

    /** Node a has b, c and d for peers; b has taken its second task. */
    private final CoreFixture a = new CoreFixture("a", 1);

    private PeerMessage.Offer offeredToB() {
        a.link("b", List.of("b"));
        a.submit(CoreFixture.task(1));
        a.hearLow("b", 1, 0);
        a.submit(CoreFixture.task(2));
        PeerMessage.Offer offer = a.sent(PeerMessage.Offer.class);
        assertThat(offer).isNotNull();
        return offer;
    }

    private void cAndDCome() {
        a.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
        a.on(new Event.PeerUp(CoreFixture.ref("d", 1)));
    }

    private void bHasIt() {
        PeerMessage.Offer offer = offeredToB();
        List<HandOver> taken =
                offer.tasks().stream()
                        .map(one -> new HandOver(one.task().id(), one.grant(), one.hop()))
                        .toList();
        a.hear("b", new PeerMessage.OfferAnswer(offer.batch(), taken, List.of(), ""));
        cAndDCome();
    }

    private void bStartsAnew() {
        a.on(new Event.PeerDown(new NodeId("b")));
        a.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        assertThat(a.sent(PeerMessage.Returned.class)).as("who has it is asked").isNotNull();
        assertThat(regranted()).as("nobody has answered").isZero();
    }

    /** Its address refuses connections, and c and d say the same. */
    private void bEnds() {
        a.on(new Event.PeerDown(B.id()));
        a.on(new Event.PeerRefused(B));
        for (String peer : List.of("c", "d")) {
            a.hear(peer, new PeerMessage.ProbeAnswer(B.id(), B.incarnation(), true));
        }
        assertThat(a.sent(PeerMessage.Returned.class)).as("who has it is asked").isNotNull();
    }

    private long searchEndNanos() {
        return a.all(SetTimer.class).stream()
                .filter(one -> one.timer() == Timer.SEARCH)
                .findFirst()
                .orElseThrow()
                .atNanos();
    }

    private long regranted() {
        return a.core.status().totals().regranted();
    }

    private void holds(String peer, GrantedTask... tasks) {
        a.hear(peer, new Holding(1, List.of(tasks), true));
    }

    @Test
    void whatItHadHandedOnStaysWhereItIs() {
        bHasIt();
        bStartsAnew();
        holds("c");
        holds("d", TASK);
        holds("b");
        assertThat(regranted()).isZero();
        a.on(new Event.TimerFired(Timer.SEARCH));
        assertThat(regranted()).isZero();
    }

    /** It passed the task on before its answer could come. */
    @Test
    void whatItHadNotAnsweredIsSoughtToo() {
        assertThat(offeredToB().tasks()).hasSize(1);
        cAndDCome();
        bStartsAnew();
        holds("c");
        holds("d", TASK);
        holds("b");
        assertThat(regranted()).isZero();
    }

    @Test
    void whatItHadNotAnsweredAndNobodyHasIsGrantedAnew() {
        assertThat(offeredToB().tasks()).hasSize(1);
        cAndDCome();
        bStartsAnew();
        holds("c");
        holds("d");
        holds("b");
        assertThat(regranted()).isEqualTo(1);
    }

    private void assertThatItStaysAtTheNextProcess() {
        holds("c");
        holds("d");
        assertThat(regranted()).as("the next process has not said what it holds").isZero();
        holds("b", TASK);
        a.on(new Event.TimerFired(Timer.SEARCH));
        assertThat(regranted()).isZero();
    }

    /** The process before handed it on, and who took it handed it to the next one. */
    @Test
    void whatTheNextProcessOfItsNodeHasStaysThere() {
        bHasIt();
        bStartsAnew();
        assertThatItStaysAtTheNextProcess();
    }

    /** Who took the task has handed it to the next process of b, which has a link only now. */
    @Test
    void whoIsLinkedMeanwhileIsAskedToo() {
        bHasIt();
        bEnds();
        a.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        assertThat(a.sent(PeerMessage.Returned.class)).as("it is asked as well").isNotNull();
        assertThatItStaysAtTheNextProcess();
    }

    @Test
    void whatWhoIsLinkedMeanwhileDoesNotHaveIsGrantedAnew() {
        bHasIt();
        bEnds();
        a.on(new Event.PeerUp(CoreFixture.ref("e", 1)));
        holds("c");
        holds("d");
        assertThat(regranted()).isZero();
        holds("e");
        assertThat(regranted()).isEqualTo(1);
    }

    @Test
    void whoIsLinkedMeanwhileIsWaitedForAsLongAsTheOthers() {
        bHasIt();
        bEnds();
        long end = searchEndNanos();
        a.now = end - 10;
        a.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        holds("c");
        holds("d");
        assertThat(regranted()).isZero();
        a.now = end;
        a.on(new Event.TimerFired(Timer.SEARCH));
        assertThat(regranted()).isEqualTo(1);
    }

    @Test
    void whoIsLinkedWhenNothingIsSoughtIsNotAsked() {
        bHasIt();
        assertThat(a.sent(PeerMessage.Returned.class)).isNull();
    }

    @Test
    void whatNobodyHasIsGrantedAnewWhenTheLastOneHasSaidSo() {
        bHasIt();
        bStartsAnew();
        holds("c");
        holds("b");
        assertThat(regranted()).isZero();
        holds("d");
        assertThat(regranted()).isEqualTo(1);
        holds("d");
        assertThat(regranted()).isEqualTo(1);
    }

    @Test
    void whoIsNotThereAnyMoreIsNotWaitedFor() {
        bHasIt();
        bStartsAnew();
        holds("c");
        holds("b");
        a.on(new Event.PeerDown(new NodeId("d")));
        assertThat(regranted()).isEqualTo(1);
    }

    @Test
    void whoStandsStillIsWaitedForAMomentOnly() {
        bHasIt();
        a.on(new Event.PeerDown(new NodeId("b")));
        a.on(new Event.PeerUp(CoreFixture.ref("b", 2)));
        long end = searchEndNanos();
        holds("c");
        a.on(new Event.TimerFired(Timer.SEARCH));
        assertThat(regranted()).as("too early").isZero();
        a.now = end;
        a.on(new Event.TimerFired(Timer.SEARCH));
        assertThat(regranted()).isEqualTo(1);
    }

    @Test
    void whereNobodyIsToBeAskedItIsLostAtOnce() {
        a.link("b", List.of("b"));
        bHasIt();
        for (String peer : List.of("c", "d", "b")) {
            a.on(new Event.PeerDown(new NodeId(peer)));
        }
        a.on(new Event.PeerRefused(B));
        assertThat(regranted()).isEqualTo(1);
    }
}
