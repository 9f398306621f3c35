'use strict';
// The board of the notebooks, filled in here: the same lines as in .tidemark/progress.jsonl, kept in this browser.
(() => {
  const KEY = 'tidemark-progress';
  const FAR = {
    done: ['✓', 'var(--tm-blue,#0072B2)'], begun: ['◐', 'var(--tm-orange,#A66A00)'], open: ['○', 'var(--tm-grey,#666666)']
  };
  const board = document.querySelector('.tidemark-progress'), said = document.getElementById('said');
  const rows = [...board.querySelectorAll('tr[data-exercise]')].map(row => ({
    row, id: row.dataset.exercise, kind: row.dataset.kind, of: Number(row.dataset.of) || 0, title: row.cells[0].textContent,
    notebook: row.closest('table').dataset.notebook
  }));
  const notebooks = [...new Set(rows.filter(each => each.kind !== 'guess').map(each => each.notebook))];

  let text = '';
  try { text = localStorage.getItem(KEY) ?? ''; } catch { /* a browser that keeps nothing */ }
  const parsed = () => text.split('\n').flatMap(line => {
    try {
      const kept = JSON.parse(line);
      return typeof kept.exercise === 'string' && typeof kept.state === 'string' ? [kept] : [];
    } catch { return []; }
  });
  const keep = more => {
    text = more;
    try { localStorage.setItem(KEY, text); } catch { said.textContent = 'This browser keeps nothing: the board lasts until you leave the page.'; }
    show();
  };

  const show = () => {
    const lines = parsed(), last = new Map(lines.map(kept => [kept.exercise, kept]));
    const isRight = each => last.get(each.id)?.state === 'right';
    const points = some => `${some.reduce((sum, each) => sum + (isRight(each) ? each.of : 0), 0)} of ${some.reduce((sum, each) => sum + each.of, 0)} points`;
    const graded = rows.filter(each => each.kind !== 'guess');
    for (const notebook of notebooks) {
      const own = graded.filter(each => each.notebook === notebook);
      const far = own.every(isRight) ? 'done' : own.some(each => last.has(each.id) && last.get(each.id).state !== 'not-attempted') ? 'begun' : 'open';
      for (const place of board.querySelectorAll(`:is(a, span)[data-notebook="${notebook}"]`)) {
        place.dataset.far = far;
        [place.querySelector('.tm-sign').textContent, place.style.borderLeftColor] = FAR[far];
        const told = place.querySelector('.tm-points');
        if (told) told.textContent = points(own);
      }
    }
    for (const each of rows) {
      each.row.cells[1].textContent = (last.get(each.id)?.state ?? 'not-attempted').replaceAll('-', ' ');
      if (each.of) each.row.cells[2].textContent = `${isRight(each) ? each.of : 0} of ${each.of}`;
      each.box.checked = isRight(each);
    }
    board.querySelector('.tm-total').textContent = `The course: ${points(graded)}.`;
    const next = graded.find(each => !isRight(each)), guesses = rows.filter(each => each.kind === 'guess' && last.has(each.id));
    const [nextLine, guessLine] = board.querySelectorAll(':scope > p:not(.tm-total)');
    const name = next && board.querySelector(`nav [data-notebook="${next.notebook}"] b`).textContent;
    nextLine.textContent = next ? `Next: ${next.title}, in ${name}.` : 'Everything is right. What comes after the unit stands at the end of 10.';
    guessLine.textContent = `Guesses: ${guesses.length} made, ${guesses.filter(isRight).length} of them right. They earn nothing.`;
    const mistakes = new Set(lines.filter(kept => kept.mistake).flatMap(kept => rows.filter(each => each.id === kept.exercise).map(each =>
      `${each.title}: ${each.kind === 'method' ? 'one that ' : ''}${kept.mistake.replace(/\.$/, '')} (${isRight(each) ? 'mended' : 'still there'})`)));
    document.getElementById('mistakes').replaceChildren(...[...mistakes.size ? mistakes : ['none yet']].map(line => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    }));
  };

  for (const each of rows) {
    each.box = document.createElement('input');
    each.box.type = 'checkbox';
    each.box.setAttribute('aria-label', `${each.title}: done`);
    each.box.onchange = () => {
      const line = {exercise: each.id, state: each.box.checked ? 'right' : 'not-attempted', points: each.box.checked ? each.of : 0, of: each.of};
      keep(`${text}${text && !text.endsWith('\n') ? '\n' : ''}${JSON.stringify(line)}\n`);
    };
    each.row.cells[0].prepend(each.box, ' ');
  }
  document.getElementById('progress').onchange = async event => {
    const [file] = event.target.files;
    if (!file) return;
    const before = text;
    text = await file.text();
    event.target.value = ''; // else the same file, chosen again, would be no change
    const count = parsed().length;
    if (!count) {
      text = before;
      said.textContent = `A progress file must hold lines of JSON with an exercise and its state, file=${file.name}; choose .tidemark/progress.jsonl.`;
      return;
    }
    keep(text);
    said.textContent = `${count} lines of progress were read.`;
  };
  document.getElementById('forget').onclick = () => {
    keep('');
    said.textContent = 'Nothing is kept any more.';
  };
  show();
})();
