/**
 * What a cluster did, kept on disk and asked in SQL: the commands {@code recorder} and {@code
 * query}.
 */
@NullMarked
package org.evenkeel.recorder;

import org.jspecify.annotations.NullMarked;
