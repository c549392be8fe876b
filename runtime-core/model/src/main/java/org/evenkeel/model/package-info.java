/** Ids and values that every part of the runtime speaks of; nothing here does anything. */
@NullMarked
package org.evenkeel.model;

import org.jspecify.annotations.NullMarked;
