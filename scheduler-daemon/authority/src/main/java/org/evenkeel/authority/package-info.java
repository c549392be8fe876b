/** Issues the certificates of a cluster; only a machine with the cluster's authority loads it. */
@NullMarked
package org.evenkeel.authority;

import org.jspecify.annotations.NullMarked;
