package org.evenkeel.model.protocol;

import org.evenkeel.model.Outcome;

/** One outcome and the node where the task ran. */
public record Delivery(long number, Outcome outcome, String ranOn) {}
