/**
 * Payloads: user objects to bytes and back, in programs and workers only.
 *
 * <p>A payload is one tag byte ({@link org.evenkeel.client.codec.Encoded}) and what the tag says.
 * Objects go through Kryo with a fixed list of JDK types and the classes of the program; every
 * length is checked against the bytes that are there before anything is allocated.
 */
@NullMarked
package org.evenkeel.client.codec;

import org.jspecify.annotations.NullMarked;
