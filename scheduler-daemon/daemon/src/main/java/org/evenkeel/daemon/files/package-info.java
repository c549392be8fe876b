/**
 * What a daemon keeps on disk: the cluster's token, the node's directory, the note that says where
 * it listens.
 */
@NullMarked
package org.evenkeel.daemon.files;

import org.jspecify.annotations.NullMarked;
