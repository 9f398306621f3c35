/**
 * Everything a notebook shows: charts, tables, the tape, and players: pictures that move.
 *
 * <p>Each figure is one piece of HTML with inline SVG, in the colours of JupyterLab's theme, light
 * or dark, and a text for terminals and screen readers. No fonts and no display are needed: text
 * stays text, and the browser lays it out. Figures are values; all may be used from any thread.
 */
@NullMarked
package tidemark.show;

import org.jspecify.annotations.NullMarked;
