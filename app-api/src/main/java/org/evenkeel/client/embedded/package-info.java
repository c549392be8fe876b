/** A whole cluster as child processes of a program, for tests and laptops. */
@NullMarked
package org.evenkeel.client.embedded;

import org.jspecify.annotations.NullMarked;
