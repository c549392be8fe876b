/** The words of the wire: protobuf schema, framing and the mapping to and from the protocol. */
@NullMarked
package org.evenkeel.wire;

import org.jspecify.annotations.NullMarked;
