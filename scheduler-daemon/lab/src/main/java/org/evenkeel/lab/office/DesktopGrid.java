package org.evenkeel.lab.office;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.calendar.CalendarPlan;
import org.evenkeel.kernel.calendar.CalendarPlanner;
import org.evenkeel.kernel.calendar.ClusterInterval;
import org.evenkeel.kernel.calendar.WeeklyCalendar;
import org.evenkeel.kernel.calendar.WeeklyCalendar.Span;
import org.evenkeel.kernel.calendar.WeeklyWindow;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.SimAvailability;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.work.Batch;
import org.evenkeel.simulator.work.Distribution;

/**
 * A small server that is always there, eight desktops with four workers each that are there at
 * night and on weekends, and four older machines of a lab with eight slow workers each and shorter
 * nights. On Friday an electrician repairs the power; in the night to Sunday clocks are set back.
 */
public final class DesktopGrid {
    static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    /** Wednesday noon: everything is submitted at the server. */
    static final Instant START = LocalDateTime.of(2026, 10, 21, 12, 0).atZone(ZONE).toInstant();

    /** How long a task takes at speed 1, in the mean. */
    static final Duration TASK = Duration.ofMinutes(20);

    private static final Set<LocalDate> REPAIR = Set.of(LocalDate.of(2026, 10, 23));
    private static final int DAYS = 28;
    private static final int DESKTOPS = 8;
    private static final int LABS = 4;
    private static final Machine SERVER = new Machine(2, 1, List.of());
    private static final Machine DESKTOP =
            new Machine(4, 1, List.of("Mon-Fri 19:00-07:00", "Sat-Sun 00:00-24:00"));
    private static final Machine LAB =
            new Machine(8, 0.5, List.of("Mon-Fri 20:00-06:00", "Sat-Sun 00:00-24:00"));

    /** A machine; without windows it is always there. */
    private record Machine(int workers, double speed, List<String> windows) {
        List<AvailabilitySpan> open() {
            Instant end = START.plus(DAYS, ChronoUnit.DAYS);
            WeeklyCalendar calendar =
                    new WeeklyCalendar(
                            ZONE, windows.stream().map(WeeklyWindow::parse).toList(), REPAIR);
            List<Span> spans =
                    windows.isEmpty() ? List.of(new Span(START, end)) : calendar.open(START, end);
            return spans.stream()
                    .map(span -> new AvailabilitySpan(nanos(span.from()), nanos(span.to())))
                    .toList();
        }
    }

    private static long nanos(Instant at) {
        return START.until(at, ChronoUnit.NANOS);
    }

    private static List<Machine> machines() {
        List<Machine> all = new ArrayList<>();
        all.add(SERVER);
        for (int i = 0; i < DESKTOPS; i++) {
            all.add(DESKTOP);
        }
        for (int i = 0; i < LABS; i++) {
            all.add(LAB);
        }
        return all;
    }

    /** When so many tasks of this length would end. */
    static CalendarPlan plan(int tasks, Duration task) {
        List<ClusterInterval> intervals = new ArrayList<>();
        for (Machine machine : machines()) {
            for (AvailabilitySpan span : machine.open()) {
                intervals.add(
                        new ClusterInterval(
                                "",
                                machine.workers(),
                                machine.workers(),
                                span.fromNanos(),
                                span.toNanos(),
                                (long) (task.toNanos() / machine.speed())));
            }
        }
        return switch (CalendarPlanner.plan(intervals, tasks)) {
            case CalendarPlan plan -> plan;
            case org.evenkeel.kernel.calendar.DoesNotFit no ->
                    throw new IllegalArgumentException(
                            tasks + " tasks, but " + no.fits() + " fit into " + DAYS + " days");
        };
    }

    /** The same machines with daemons on them. */
    static SimSpec spec(
            String policy, CloseMode atClose, int tasks, Distribution service, long seed) {
        List<Integer> workers = new ArrayList<>();
        List<Double> speeds = new ArrayList<>();
        Map<Integer, List<AvailabilitySpan>> open = new TreeMap<>();
        for (Machine machine : machines()) {
            if (!machine.windows().isEmpty()) {
                open.put(workers.size(), machine.open());
            }
            workers.add(machine.workers());
            speeds.add(machine.speed());
        }
        Duration lease = Duration.ofMinutes(20); // days are long: heartbeats every five minutes
        ClusterSpec cluster =
                ClusterSpec.of(policy, Topologies.parse("complete"), workers.size(), 1)
                        .withMachines(workers, speeds)
                        .with(
                                new ClusterSpec.Leases(
                                        lease.toNanos(), lease.multipliedBy(2).toNanos()),
                                ClusterSpec.DEFAULT_LIMITS);
        NetworkSpec network =
                NetworkSpec.of(new Distribution.Fixed(Duration.ofMillis(1).toNanos()));
        return SimSpec.of(cluster, network, new Batch(tasks, service, 0), seed)
                .withHours(new SimAvailability(open, atClose));
    }
}
