package org.evenkeel.examples.program;

import java.util.List;
import java.util.Map;

/**
 * What a program found out.
 *
 * @param correct whether the result is what it must be; {@code true} where no check can tell
 * @param lines human-readable
 * @param fields for programs: strings, numbers, booleans, and lists and maps of these
 */
public record Report(boolean correct, List<String> lines, Map<String, Object> fields) {}
