package org.evenkeel.client.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any bytes as a frame of outcomes; payloads lie inside of the frame. */
public final class OutcomeReaderFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IOException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        new OutcomeReader()
                .read(
                        input,
                        item ->
                                assertTrue(
                                        item.payloadOffset >= 0
                                                && item.payloadLength >= 0
                                                && item.payloadOffset + item.payloadLength
                                                        <= input.length));
    }
}
