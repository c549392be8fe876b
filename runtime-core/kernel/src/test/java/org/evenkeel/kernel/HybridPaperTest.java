package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The handlers of "A universal model of distributed dynamic load balancing", one message at a time:
 * a node with two workers and the neighbours a and b.
 */
class HybridPaperTest {

    /**
     * Columns: number; busy workers; waiting tasks; neb of a and b; what a and b were told; the
     * message; then for each policy what is done and busy, waiting, neb and told afterwards. Under
     * hybrid-1997 told reads t for ldsend and f for its opposite; a dash is not checked. The new
     * task is t9.
     */
    private static final String FIXTURES =
            """
            1 ; 0;      ; HH; LL; local   ; start t9           ; 1;   ; HH; tt; start t9           ; 1;   ; HH; LL
            2 ; 1;      ; HH; LL; local   ; start t9, H>a, H>b ; 2;   ; HH; tt; start t9, H>a, H>b ; 2;   ; HH; HH
            3 ; 1;      ; LH; MM; local   ; t9>a               ; 1;   ; HH; - ; t9>a               ; 1;   ; HH; MM
            4 ; 2;      ; MH; HH; local   ; t9>a               ; 2;   ; HH; - ; t9>a               ; 2;   ; HH; HH
            5 ; 2;      ; HH; HH; local   ; waits t9           ; 2; t9; HH; - ; waits t9           ; 2; t9; HH; HH
            6 ; 0;      ; HH; LL; task    ; start t9, M>a, M>b ; 1;   ; HH; ff; start t9, M>a      ; 1;   ; HH; ML
            7 ; 1;      ; HH; MM; task    ; start t9, H>b      ; 2;   ; HH; tt; start t9, H>b      ; 2;   ; HH; HH
            8 ; 1;      ; HL; MM; task    ; t9>b, M>a          ; 1;   ; HH; ff; t9>b, M>a          ; 1;   ; HH; MM
            9 ; 2;      ; LH; HH; task    ; t9>a               ; 2;   ; HH; - ; t9>a               ; 2;   ; HH; HH
            10; 2; t1   ; HH; HH; result  ; start t1           ; 2;   ; HH; - ; start t1           ; 2;   ; HH; HH
            11; 2;      ; HH; HH; result  ; M>a, M>b           ; 1;   ; HH; ff; M>a, M>b           ; 1;   ; HH; MM
            12; 1;      ; HH; MM; result  ; L>a, L>b           ; 0;   ; HH; tt; L>a, L>b           ; 0;   ; HH; LL
            13; 2; t1 t2; HH; HH; load LOW; t1>a               ; 2; t2; HH; - ; t1>a               ; 2; t2; HH; HH
            14; 2; t1   ; LH; HH; load HIGH;                   ; 2; t1; HH; - ;                    ; 2; t1; HH; HH
            """;

    private static final List<NodeId> NEIGHBOURS = List.of(new NodeId("a"), new NodeId("b"));

    static Stream<Arguments> fixtures() {
        return FIXTURES.lines()
                .map(line -> Arguments.of(List.of(line.strip().split("\\s*;\\s*", -1))));
    }

    @ParameterizedTest(name = "hybrid-1997, fixture {0}")
    @MethodSource("fixtures")
    void literalHandlers(List<String> fixture) {
        check("hybrid-1997", fixture, 6);
    }

    @ParameterizedTest(name = "hybrid, fixture {0}")
    @MethodSource("fixtures")
    void correctedHandlers(List<String> fixture) {
        check("hybrid", fixture, 11);
    }

    private static void check(String policy, List<String> fixture, int expected) {
        RecordingHands node =
                new RecordingHands(Policies.parse(policy).create(1), new WorkerBusyLoad())
                        .linkedTo("a", "b");
        arrange(node, fixture);
        act(node, fixture.get(5));
        List<String> did = node.ended();
        assertThat(String.join(", ", did)).isEqualTo(fixture.get(expected));
        assertThat(node.busy).isEqualTo(Integer.parseInt(fixture.get(expected + 1)));
        assertThat(waiting(node)).isEqualTo(fixture.get(expected + 2));
        assertThat(beliefs(node)).isEqualTo(fixture.get(expected + 3));
        String told = fixture.get(expected + 4);
        if (!told.equals("-")) {
            assertThat(told(node, policy.equals("hybrid-1997"))).isEqualTo(told);
        }
    }

    private static void arrange(RecordingHands node, List<String> fixture) {
        node.busy = Integer.parseInt(fixture.get(1));
        for (String task : fixture.get(2).split(" ")) {
            if (!task.isEmpty()) {
                node.waiting.add(RecordingHands.task(Long.parseLong(task.substring(1))));
            }
        }
        for (int i = 0; i < 2; i++) {
            Neighbour neighbour = node.balancer.table.inOrder()[i];
            neighbour.believe(state(fixture.get(3).charAt(i)), 1);
            neighbour.announce(state(fixture.get(4).charAt(i)));
        }
    }

    private static LoadState state(char letter) {
        return switch (letter) {
            case 'L' -> LoadState.LOW;
            case 'M' -> LoadState.MODERATE;
            default -> LoadState.HIGH;
        };
    }

    private static void act(RecordingHands node, String message) {
        NodeId a = NEIGHBOURS.getFirst();
        switch (message) {
            case "local" -> node.balancer.place(RecordingHands.task(9), null);
            case "task" -> {
                node.balancer.offerAnswered(a);
                node.balancer.place(RecordingHands.task(9), a);
            }
            case "result" -> {
                node.busy--;
                node.balancer.workerFree();
            }
            default -> {
                LoadState told = LoadState.valueOf(message.substring("load ".length()));
                node.balancer.onLoad(
                        a, new PeerMessage.Load(told, 1, 0, 0, 0, 2, 1, Distance.of(told)));
            }
        }
    }

    private static String waiting(RecordingHands node) {
        List<String> names = new ArrayList<>();
        node.waiting.forEach(task -> names.add("t" + task.id().number()));
        return String.join(" ", names);
    }

    private static String beliefs(RecordingHands node) {
        StringBuilder letters = new StringBuilder();
        node.balancer.neighbours().forEach(n -> letters.append(n.believed().name().charAt(0)));
        return letters.toString();
    }

    private static String told(RecordingHands node, boolean asLdsend) {
        StringBuilder letters = new StringBuilder();
        for (Balancer.NeighbourStatus n : node.balancer.neighbours()) {
            boolean ldsend = n.announced() != LoadState.MODERATE;
            letters.append(asLdsend ? (ldsend ? 't' : 'f') : n.announced().name().charAt(0));
        }
        return letters.toString();
    }
}
