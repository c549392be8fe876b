package org.evenkeel.daemon;

import java.time.Duration;
import java.util.List;
import org.evenkeel.daemon.peer.Departures.Departure;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.kernel.calendar.WeeklyCalendar.Span;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.proto.NodesAnswer;

/**
 * What a daemon adds to the answer of its kernel: members, departed nodes, when neighbours were
 * heard, the next day of the calendar, the speed of a worker.
 *
 * @param speed of one of its workers, 1 is the reference; 0 where it is neither configured nor
 *     measured
 */
record NodeSurroundings(PeerLinks peers, AvailabilityClock hours, double speed) {

    /** How far ahead the answer has the calendar. */
    private static final Duration AHEAD = Duration.ofHours(24);

    /** Adds it to the answer of the kernel. */
    void addTo(NodesAnswer.Builder answer) {
        answer.setSpeed(speed);
        peers.members().forEach(node -> answer.addMembers(node.id().name()));
        for (NodesAnswer.Neighbour.Builder neighbour : answer.getNeighboursBuilderList()) {
            NodeId node = new NodeId(neighbour.getName());
            neighbour.setLosses(peers.recentLosses(node));
            peers.silenceNanos(node).ifPresent(neighbour::setHeardNanos);
        }
        for (Departure departure : peers.departed()) {
            answer.addDeparted(
                    NodesAnswer.Departure.newBuilder()
                            .setNode(departure.process().id().name())
                            .setSince(departure.since().toString())
                            .setHow(departure.how().word()));
        }
        hours.openWithin(AHEAD).ifPresent(open -> answer.setCalendar(calendar(open)));
    }

    private static NodesAnswer.Calendar.Builder calendar(List<Span> open) {
        NodesAnswer.Calendar.Builder calendar = NodesAnswer.Calendar.newBuilder();
        for (Span span : open) {
            calendar.addOpen(
                    NodesAnswer.Calendar.Span.newBuilder()
                            .setFrom(span.from().toString())
                            .setTo(span.to().toString()));
        }
        return calendar;
    }
}
