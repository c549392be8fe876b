/**
 * The wire format: protobuf schema, framing, and the mapping to and from the protocol's messages.
 */
@NullMarked
package org.evenkeel.wire;

import org.jspecify.annotations.NullMarked;
