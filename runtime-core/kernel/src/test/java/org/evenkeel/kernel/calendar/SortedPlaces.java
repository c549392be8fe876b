package org.evenkeel.kernel.calendar;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Algorithm 1 of the paper as it is printed: every place for a task, sorted by its end. */
final class SortedPlaces {

    private SortedPlaces() {}

    private record Place(long end, int interval, int stage) {}

    static PlanResult plan(List<ClusterInterval> intervals, int tasks) {
        List<Place> places = new ArrayList<>();
        for (int k = 0; k < intervals.size(); k++) {
            ClusterInterval interval = intervals.get(k);
            int stage = 1;
            while (interval.from() + stage * interval.taskTime() <= interval.to()) {
                for (int i = 0; i < interval.computing(); i++) {
                    places.add(new Place(interval.from() + stage * interval.taskTime(), k, stage));
                }
                stage++;
            }
        }
        if (places.size() < tasks) {
            return new DoesNotFit(places.size());
        }
        places.sort(
                Comparator.comparingLong(Place::end)
                        .thenComparingInt(Place::interval)
                        .thenComparingInt(Place::stage));
        List<Place> taken = places.subList(0, tasks);
        List<Share> shares = new ArrayList<>();
        for (int k = 0; k < intervals.size(); k++) {
            int cluster = k;
            List<Place> own = taken.stream().filter(place -> place.interval() == cluster).toList();
            int last = own.stream().mapToInt(Place::stage).max().orElse(0);
            long inLast = own.stream().filter(place -> place.stage() == last).count();
            shares.add(new Share(own.size(), last, inLast));
        }
        return new CalendarPlan(intervals, tasks, tasks == 0 ? 0 : taken.getLast().end(), shares);
    }
}
