package org.evenkeel.codec;

/** A class that no payload has business with; it tells when it is initialised or made. */
final class Trap {

    static {
        PayloadCodecFuzz.sprung = "its static initialiser ran";
    }

    Trap() {
        PayloadCodecFuzz.sprung = "one was made";
    }
}
