/**
 * Mutation testing of the bank: every small change to a right answer is refused by its check, or
 * listed as equivalent with the reason.
 */
@NullMarked
package tidemark.mutants;

import org.jspecify.annotations.NullMarked;
