package org.evenkeel.agent;

/**
 * A method of an object on a message bus.
 *
 * @param destination the name of the program on the bus
 * @param path the object
 * @param type its interface
 * @param member the method's name
 */
record BusMethod(String destination, String path, String type, String member) {}
