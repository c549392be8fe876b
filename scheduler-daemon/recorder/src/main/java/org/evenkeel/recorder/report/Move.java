package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RunColumns.Bar;

/**
 * A running task that was suspended at one place and resumed at another.
 *
 * @param from the run that ended so
 * @param to the next run of the same task
 */
record Move(Bar from, Bar to) {

    /** All moves, in the order in which they began. */
    static List<Move> among(List<Bar> runs) {
        Set<Integer> suspendedOnce =
                runs.stream()
                        .filter(run -> run.ended() == Ended.MOVED)
                        .map(Bar::task)
                        .collect(Collectors.toSet());
        Map<Integer, Bar> suspended = new LinkedHashMap<>();
        List<Move> moves = new ArrayList<>();
        for (Bar run :
                runs.stream()
                        .filter(each -> suspendedOnce.contains(each.task()))
                        .sorted(Comparator.comparingLong(Bar::begin))
                        .toList()) {
            Bar before = suspended.remove(run.task());
            if (before != null && before.row() != run.row()) {
                moves.add(new Move(before, run));
            }
            if (run.ended() == Ended.MOVED) {
                suspended.put(run.task(), run);
            }
        }
        moves.sort(Comparator.comparingLong(move -> move.from().end()));
        return moves;
    }
}
