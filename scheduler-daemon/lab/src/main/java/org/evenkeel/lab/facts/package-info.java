/** Child JVMs that report facts and results to a command. */
@NullMarked
package org.evenkeel.lab.facts;

import org.jspecify.annotations.NullMarked;
