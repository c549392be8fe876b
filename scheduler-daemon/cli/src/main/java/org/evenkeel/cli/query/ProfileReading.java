package org.evenkeel.cli.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ProfileAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/** One profile: begun at all nodes at once, asked for until their workers have answered. */
public final class ProfileReading {

    private final DaemonClient client;
    private final Query what;
    private final Map<String, ProfileAnswer> nodes = new LinkedHashMap<>();
    private Answers answers = Answers.getDefaultInstance();

    /**
     * @param task the one whose worker takes part; null: all workers of a job do
     */
    public ProfileReading(DaemonClient client, @Nullable TaskId task, long job) {
        this.client = client;
        Query.Builder query =
                DaemonClient.toAll(Topic.TOPIC_PROFILE)
                        .setProfile(ThreadLocalRandom.current().nextLong());
        if (task == null) {
            query.setJob(job);
        } else {
            query.setTask(TaskIdMapper.toWire(task));
        }
        this.what = query.build();
    }

    public void begin(long millis) throws IOException {
        take(what.toBuilder().setForMillis(millis));
    }

    public void next() throws IOException {
        take(what.toBuilder());
    }

    private void take(Query.Builder query) throws IOException {
        answers = client.ask(query);
        for (ProfileAnswer node : answers.getProfileList()) {
            if (node.getKnown()) {
                nodes.put(node.getNode(), node);
            }
        }
    }

    /** What was answered last, for the nodes that are silent. */
    public Answers answers() {
        return answers;
    }

    /** Why who asks may not have it, as the first node says that refuses; null if none does. */
    public @Nullable String refused() {
        return nodes.values().stream()
                .map(ProfileAnswer::getRefused)
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /** The nodes with workers that take part, by their names. */
    public List<String> names() {
        return nodes.values().stream()
                .filter(node -> node.getWorkers() > 0)
                .map(ProfileAnswer::getNode)
                .sorted(NodeOrder.BY_NAME)
                .toList();
    }

    public int workers() {
        return nodes.values().stream().mapToInt(ProfileAnswer::getWorkers).sum();
    }

    /** Nodes of which the workers have not answered yet, as far as is known. */
    public List<String> running() {
        return nodes.values().stream()
                .filter(ProfileAnswer::getRunning)
                .map(ProfileAnswer::getNode)
                .sorted(NodeOrder.BY_NAME)
                .toList();
    }

    /** Samples of stacks; in each the frames, the outermost first, joined by ";". */
    public Map<String, Long> stacks() {
        Map<String, Long> stacks = new LinkedHashMap<>();
        for (ProfileAnswer node : nodes.values()) {
            for (ProfileAnswer.Stack stack : node.getStacksList()) {
                stacks.merge(stack.getFrames(), stack.getSamples(), Long::sum);
            }
        }
        return stacks;
    }

    /** Samples of stacks that were left out because there are too many different ones. */
    public long leftOut() {
        return nodes.values().stream().mapToLong(ProfileAnswer::getLeftOut).sum();
    }

    /** What went wrong with workers, each with its node. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (ProfileAnswer node : nodes.values()) {
            node.getProblemsList().forEach(why -> problems.add(node.getNode() + ": " + why));
        }
        return problems;
    }
}
