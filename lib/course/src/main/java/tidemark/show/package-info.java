/**
 * What a notebook shows: charts, tables, logs drawn as tapes, and players, which are pictures that
 * move.
 *
 * <p>Each figure is one piece of HTML with inline SVG, in the colours of JupyterLab's theme, light
 * or dark, and a text for terminals and screen readers. The machine needs neither fonts nor a
 * display: text stays text, and the browser lays it out. Figures are immutable and may be used by
 * any thread.
 */
@NullMarked
package tidemark.show;

import org.jspecify.annotations.NullMarked;
