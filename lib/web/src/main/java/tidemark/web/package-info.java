/**
 * The library and the players as JavaScript. {@link tidemark.web.Web} is what a page calls; the
 * rest supplies what the compiler's version of Java lacks, here and in the packages that bear the
 * compiler's names. No parameter and no result is null.
 */
@NullMarked
package tidemark.web;

import org.jspecify.annotations.NullMarked;
