/** Lambdas that travel: made serializable where a program runs, and made again elsewhere. */
@NullMarked
package org.evenkeel.client.lambdas;

import org.jspecify.annotations.NullMarked;
