package org.evenkeel.examples.program;

import java.util.Optional;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.Value;

/** A graph that has run. */
public interface RanGraph {

    /** One of its outputs. */
    <R> R get(Value<R> value) throws InterruptedException;

    /** What was planned and what came of it; empty when it ran in this process. */
    Optional<GraphReport> report() throws InterruptedException;
}
