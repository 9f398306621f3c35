/**
 * The exercises, one file each. They hold the answers, so a solution that names this package is
 * reported. Ids and signatures, in the order of the course, stand in {@link
 * tidemark.bank.TidemarkBank}.
 */
@NullMarked
package tidemark.bank;

import org.jspecify.annotations.NullMarked;
