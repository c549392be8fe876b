package org.evenkeel.examples.measure;

import java.util.Map;

/**
 * What came of a task.
 *
 * @param spent what it took, by node
 */
record Done<R>(R result, Map<String, Spent> spent) {}
