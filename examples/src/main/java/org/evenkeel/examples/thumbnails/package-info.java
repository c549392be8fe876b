/** Makes a folder of thumbnails from a folder of images, with one task per image. */
@NullMarked
package org.evenkeel.examples.thumbnails;

import org.jspecify.annotations.NullMarked;
