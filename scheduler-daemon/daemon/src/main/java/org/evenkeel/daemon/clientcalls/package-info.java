/**
 * The way of questions about files and messages: from a worker to the client of its job, which may
 * be at another node, and back. Nothing is opened here, and no path is looked at.
 */
@NullMarked
package org.evenkeel.daemon.clientcalls;

import org.jspecify.annotations.NullMarked;
