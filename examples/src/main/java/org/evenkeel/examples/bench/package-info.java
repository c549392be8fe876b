/** What {@code evenkeel lab bench} runs in the client: empty tasks and payloads that come back. */
@NullMarked
package org.evenkeel.examples.bench;

import org.jspecify.annotations.NullMarked;
