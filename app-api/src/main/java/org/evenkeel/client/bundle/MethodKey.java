package org.evenkeel.client.bundle;

/**
 * A method of a class.
 *
 * @param owner internal name of the class
 * @param method name and descriptor
 */
record MethodKey(String owner, String method) {}
