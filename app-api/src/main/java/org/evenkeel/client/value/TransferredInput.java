package org.evenkeel.client.value;

/**
 * An input that is at the node where its task runs.
 *
 * @param sha256 which one
 * @param transfers how often the node has fetched it so far; 0 where it was made
 * @param from the node it was fetched from; empty where it was made
 */
public record TransferredInput(String sha256, int transfers, String from) {}
