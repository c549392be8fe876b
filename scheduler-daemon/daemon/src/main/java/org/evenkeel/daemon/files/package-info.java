/** The daemon's files: the cluster's token, the node's directory, the file with its address. */
@NullMarked
package org.evenkeel.daemon.files;

import org.jspecify.annotations.NullMarked;
