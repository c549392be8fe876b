/**
 * The arithmetic of a scheduling phase: how many tasks each node should have, who sends how many to
 * whom, and which. Pure; after Chen and Lu, "Runtime incremental concentrated scheduling supporting
 * process migration on NOW", corrected.
 */
@NullMarked
package org.evenkeel.kernel.phases.plan;

import org.jspecify.annotations.NullMarked;
