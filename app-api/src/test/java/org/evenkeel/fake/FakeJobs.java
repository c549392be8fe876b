package org.evenkeel.fake;

import java.util.List;
import java.util.StringJoiner;
import org.evenkeel.fake.FakeDaemon.FakeSession;
import org.evenkeel.fake.FakeDaemon.FakeTask;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/** What the fake daemon says of jobs; two tasks to a page, so that there are several. */
final class FakeJobs {
    private static final int PAGE = 2;

    private FakeJobs() {}

    static Frame answer(FakeDaemon daemon, Query query) {
        String json =
                query.getWhat().equals("jobs")
                        ? jobs(daemon, query.getArgument())
                        : job(daemon, query.getArgument().split(" "));
        return Frame.newBuilder()
                .setQueryReply(
                        QueryReply.newBuilder().setId(query.getId()).setJson(json).setLast(true))
                .build();
    }

    private static String jobs(FakeDaemon daemon, String only) {
        StringJoiner jobs = new StringJoiner(",", "[", "]");
        for (long job : daemon.jobs.keySet()) {
            if (only.isEmpty() || only.equals(Ids.text(job))) {
                jobs.add(
                        "{\"job\":\"%s\",\"name\":\"fake\",\"attachment\":%d}"
                                .formatted(Ids.text(job), daemon.attachment));
            }
        }
        return "{\"answers\":[%s,{\"node\":\"%s\",\"jobs\":%s}],\"silent\":[]}"
                .formatted(daemon.alsoSays, daemon.node, jobs);
    }

    private static String job(FakeDaemon daemon, String[] words) {
        long job = Ids.parse(words[0]);
        long above = Long.parseLong(words[1]);
        FakeSession session = daemon.jobs.get(job);
        List<FakeTask> found =
                session.tasks.values().stream()
                        .filter(task -> task.kind.getJob() == job)
                        .filter(task -> task.item.getNumber() > above)
                        .filter(task ->
                                !task.done
                                        || session.undelivered.containsKey(task.item.getNumber()))
                        .toList();
        StringJoiner tasks = new StringJoiner(",", "[", "]");
        found.stream()
                .limit(PAGE)
                .forEach(task ->
                        tasks.add(
                                "{\"number\":%d,\"kind\":\"%s\",\"durability\":\"%s\"}"
                                        .formatted(
                                                task.item.getNumber(),
                                                task.kind.getName(),
                                                task.kind.getOnDisk() ? "DISK" : "MEMORY")));
        return "{\"name\":\"fake\",\"outlives\":true,\"tasks\":%s,\"more\":%s}"
                .formatted(tasks, found.size() > PAGE);
    }
}
