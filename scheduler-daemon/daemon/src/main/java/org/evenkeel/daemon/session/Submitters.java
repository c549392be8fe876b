package org.evenkeel.daemon.session;

import java.util.HashMap;
import java.util.Map;
import org.evenkeel.daemon.config.SubmitterQuotas;

/** Who has sessions at this node. Belongs to the event loop. */
final class Submitters {

    private final SubmitterQuotas submitterQuotas;
    private final String node;
    private final Map<String, Submitter> all = new HashMap<>();

    Submitters(SubmitterQuotas submitterQuotas, String node) {
        this.submitterQuotas = submitterQuotas;
        this.node = node;
    }

    /** One more session of this submitter. */
    Submitter enter(String name) {
        Submitter one = all.computeIfAbsent(name, this::make);
        one.countSession(1);
        return one;
    }

    private Submitter make(String name) {
        return new Submitter(
                name,
                new Submitter.Limits(submitterQuotas.of(name), submitterQuotas.source(name), node));
    }

    /** One less; who has none is forgotten. */
    void leave(Submitter one) {
        one.countSession(-1);
        if (one.sessions() == 0) {
            all.remove(one.name(), one);
        }
    }

    Iterable<Submitter> all() {
        return all.values();
    }
}
