/** The goals of Evenkeel's Maven plugin, which run programs with the Java agent. */
@NullMarked
package org.evenkeel.maven;

import org.jspecify.annotations.NullMarked;
