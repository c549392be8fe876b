/**
 * What is done to real processes, and what is seen of them: a cluster whose daemons are killed,
 * paused, cut off, left without disk and given wrong clocks while two client programs work on it,
 * and one that is watched for growth. The page docs/reliability.md says how to read the results.
 */
@NullMarked
package org.evenkeel.chaos;

import org.jspecify.annotations.NullMarked;
