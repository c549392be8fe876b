package org.evenkeel.daemon.config;

/** A configuration that cannot be used; the message says which key and why. */
public final class ConfigException extends Exception {
    public ConfigException(String message) {
        super(message);
    }
}
