package org.evenkeel.client.codec;

/** A class that no payload has business with; it tells when it is initialised or made. */
final class Trap {

    static {
        PayloadCodecFuzz.spring("its static initialiser ran");
    }

    Trap() {
        PayloadCodecFuzz.spring("one was made");
    }
}
