package tidemark.check;

import java.util.Locale;
import tidemark.show.Html;

/**
 * What a check says.
 *
 * @param id the exercise
 * @param state how it ended
 * @param sentence what was found, in one sentence
 * @param report the evidence
 */
record Verdict(String id, VerdictState state, String sentence, Report report) {

  Verdict(String id, VerdictState state, String sentence) {
    this(id, state, sentence, new Report());
  }

  /** Starts with the state's word in capitals. */
  String text() {
    return state.word().toUpperCase(Locale.ROOT) + "  " + id + ": " + sentence + report.text();
  }

  String html() {
    return """
        <div class="tidemark-verdict" data-exercise="%s" data-state="%s" role="status" \
        style="border:1px solid var(--jp-border-color1,#9e9e9e);border-left:6px solid %s;\
        padding:.5em .9em;margin:.3em 0;color:var(--jp-content-font-color1,inherit);\
        background:var(--jp-layout-color1,transparent)">\
        <p style="margin:.2em 0"><strong class="tidemark-word" style="background:%s;color:#fff;\
        padding:.15em .6em;border-radius:3px;white-space:nowrap">\
        <span aria-hidden="true">%s </span>%s</strong> <code>%s</code> %s</p>%s</div>"""
        .formatted(
            Html.escape(id),
            state.id(),
            state.colour(),
            state.colour(),
            state.icon(),
            state.word().toUpperCase(Locale.ROOT),
            Html.escape(id),
            Html.escape(sentence),
            report.html());
  }
}
