package org.evenkeel.kernel.policy.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.policy.AvailabilityForecast;
import org.evenkeel.kernel.policy.AvailabilityForecast.Forecast;
import org.evenkeel.kernel.policy.AvailabilityForecast.Site;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.calendar.CalendarPolicy.Packets;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.LoadState;
import org.junit.jupiter.api.Test;

/**
 * What is sent when, on the fixture of the paper: clusters A (4 compute, open 0 to 40, a task takes
 * 10), B (2, 5 to 30, 6) and C (1, 12 to 40, 7).
 */
class CalendarPolicyTest {
    private static final NodeView ANY =
            new NodeView(new LoadSample(0, 0, 1, 0, 0, 4), LoadState.HIGH, false, List.of());
    private static final List<Machine> FIXTURE =
            List.of(new Machine(4, 0, 40, 10), new Machine(2, 5, 30, 6), new Machine(1, 12, 40, 7));

    private final CalendarPolicy policy = new CalendarPolicy(Packets.WHOLE, 1_000_000_000L);

    private record Machine(int workers, long from, long to, long taskTime) {
        Site at(long now, int tasks, long freeAt) {
            List<AvailabilitySpan> open =
                    now < to
                            ? List.of(new AvailabilitySpan(Math.max(0, from - now), to - now))
                            : List.of();
            boolean isOpen = from <= now && now < to;
            return new Site(isOpen, workers, tasks, taskTime, Math.max(0, freeAt - now), open);
        }
    }

    private static Site nowhere() {
        return new Site(false, 0, 0, AvailabilityForecast.UNKNOWN, 0, List.of());
    }

    private static List<Share> shares(Decision decision) {
        return decision.action() instanceof Action.Dispatch dispatch
                ? dispatch.shares()
                : List.of();
    }

    /** Carries 17 tasks out, with re-planning at every tick, and notes what is sent. */
    @Test
    void thePacketsAreThoseOfTheTimetable() {
        int left = 17;
        long[] freeAt = new long[FIXTURE.size()];
        int[] runs = new int[FIXTURE.size()];
        List<String> sent = new ArrayList<>();
        for (long now = 0; left > 0 && now <= 40; now++) {
            List<Site> sites = new ArrayList<>(List.of(nowhere()));
            for (int i = 0; i < runs.length; i++) {
                runs[i] = now >= freeAt[i] ? 0 : runs[i];
                sites.add(FIXTURE.get(i).at(now, runs[i], freeAt[i]));
            }
            for (Share share : shares(policy.plan(ANY, new AvailabilityForecast(left, sites)))) {
                int i = share.neighbour();
                sent.add("(%d,%d,%d)".formatted(now, i + 1, share.atMost()));
                runs[i] = share.atMost();
                freeAt[i] = now + FIXTURE.get(i).taskTime();
                left -= share.atMost();
            }
        }
        assertThat(sent).startsWith("(0,1,4)", "(5,2,2)", "(10,1,4)", "(11,2,2)", "(12,3,1)");
        assertThat(left).isZero();
    }

    @Test
    void whatDoesNotFitIsSaid() {
        List<Site> sites = new ArrayList<>(List.of(nowhere()));
        FIXTURE.forEach(machine -> sites.add(machine.at(0, 0, 0)));
        policy.plan(ANY, new AvailabilityForecast(29, sites));
        assertThat(policy.forecast()).isEqualTo(new Forecast(29, 28, 40));
        policy.plan(ANY, new AvailabilityForecast(12, sites));
        assertThat(policy.forecast()).isEqualTo(new Forecast(12, 12, 20));
    }

    @Test
    void aSlowNodeGetsNothingThatAFastOneWillHaveDoneSooner() {
        Site slow = new Site(true, 4, 0, 100, 0, List.of(new AvailabilitySpan(0, 1_000)));
        Site fast = new Site(true, 4, 4, 10, 5, List.of(new AvailabilitySpan(0, 1_000)));
        Decision few = policy.plan(ANY, new AvailabilityForecast(8, List.of(slow, fast)));
        assertThat(few).isEqualTo(Decision.NOTHING);
        Decision many = policy.plan(ANY, new AvailabilityForecast(60, List.of(slow, fast)));
        assertThat(many.action()).isEqualTo(new Action.Dispatch(4, List.of()));
    }

    @Test
    void nothingIsSentThatWouldNotEndInTime() {
        Site closing = new Site(true, 4, 0, 100, 0, List.of(new AvailabilitySpan(0, 99)));
        assertThat(policy.plan(ANY, new AvailabilityForecast(8, List.of(closing))))
                .isEqualTo(Decision.NOTHING);
        assertThat(policy.forecast()).isEqualTo(new Forecast(8, 0, 0));
    }

    @Test
    void freeWorkersGetTasksOneByOneWhenPacketsRoll() {
        CalendarPolicy rolling = new CalendarPolicy(Packets.ROLLING, 1);
        Site busy = new Site(true, 4, 3, 10, 5, List.of(new AvailabilitySpan(0, 1_000)));
        assertThat(policy.plan(ANY, new AvailabilityForecast(8, List.of(busy))))
                .isEqualTo(Decision.NOTHING);
        assertThat(rolling.plan(ANY, new AvailabilityForecast(8, List.of(busy))).action())
                .isEqualTo(new Action.Dispatch(1, List.of()));
    }
}
