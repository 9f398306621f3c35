(async () => {
  const script = document.currentScript, root = script.closest('.tm-player');
  const bytes = Uint8Array.from(atob(script.dataset.frames), c => c.charCodeAt(0));
  const zip = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const xml = new DOMParser().parseFromString(await new Response(zip).text(), 'text/xml');
  const all = (tag, of = xml) => [...of.getElementsByTagName(tag)];
  const frames = all('frame'), map = all('map')[0].textContent.split(' ');
  const tracks = all('track').map(track => ({
    name: track.getAttribute('name'), kind: track.getAttribute('kind'),
    at: +track.getAttribute('start'), values: all('v', track).map(v => v.textContent)
  }));
  const code = all('code')[0].textContent, key = script.dataset.key;
  const steps = tracks[tracks.length - 1], last = steps.values.length - 1;
  let timer = 0;

  const make = (tag, set = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const name in set) made.setAttribute(name, set[name]);
    made.append(...inside);
    return made;
  };
  const button = (label, content, act) => {
    const made = make('button', {type: 'button', 'aria-label': label, title: label});
    made.innerHTML = content;
    made.onclick = act;
    return made;
  };
  const icon = d => `<svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path d="${d}"/></svg>`;
  const icons = {
    first: icon('M1 1h2v12h-2zM13 1v12L4 7z'), back: icon('M11 1v12L2 7z'), next: icon('M3 1v12l9-6z'),
    last: icon('M11 1h2v12h-2zM1 1v12l9-6z'), play: icon('M2 1v12l11-6z'), pause: icon('M2 1h4v12h-4zM8 1h4v12h-4z')
  };

  const stage = make('div', {class: 'tm-stage', tabindex: 0, role: 'group', 'aria-label': 'picture; arrow keys step'});
  const caption = make('p', {class: 'tm-say', 'aria-live': 'polite'});
  const updates = [];
  const show = () => {
    const index = tracks.reduce((sum, track) => sum * track.values.length + track.at, 0);
    const frame = frames[map[index]];
    stage.replaceChildren(document.importNode(frame.lastElementChild, true));
    caption.textContent = frame.firstElementChild.textContent;
    updates.forEach(update => update());
  };
  const set = (track, at) => {
    track.at = Math.max(0, Math.min(track.values.length - 1, at));
    show();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    caption.setAttribute('aria-live', 'polite');
  };
  const step = at => { stop(); set(steps, at); };
  const advance = () => {
    if (!root.isConnected || steps.at === last) stop();
    set(steps, steps.at + 1);
  };
  const play = () => {
    if (timer) { stop(); return show(); }
    caption.setAttribute('aria-live', 'off');
    timer = setInterval(advance, 1200);
    set(steps, steps.at === last ? 0 : steps.at + 1);
  };
  const slider = track => {
    const range = make('input', {type: 'range', min: 0, max: track.values.length - 1, 'aria-label': track.name});
    range.oninput = () => track === steps ? step(+range.value) : set(track, +range.value);
    updates.push(() => {
      range.value = track.at;
      range.setAttribute('aria-valuetext', track.values[track.at]);
    });
    return range;
  };

  const makers = {
    step() {
      const first = button('first step', icons.first, () => step(0));
      const back = button('step back', icons.back, () => step(steps.at - 1));
      const run = button('play', icons.play, play);
      const next = button('step forward', icons.next, () => step(steps.at + 1));
      const end = button('last step', icons.last, () => step(last));
      const said = make('output');
      run.hidden = matchMedia('(prefers-reduced-motion: reduce)').matches;
      updates.push(() => {
        // Not disabled: that would take the focus away, and keys would go to the page.
        [first, back].forEach(each => each.setAttribute('aria-disabled', steps.at === 0));
        [end, next].forEach(each => each.setAttribute('aria-disabled', steps.at === last));
        run.innerHTML = timer ? icons.pause : icons.play;
        run.title = timer ? 'pause' : 'play';
        run.setAttribute('aria-label', run.title);
        said.textContent = `${steps.at} of ${last}: ${steps.values[steps.at]}`;
      });
      return [first, back, run, next, end, slider(steps), said];
    },
    choice(track) {
      const said = make('output');
      updates.push(() => { said.textContent = track.values[track.at]; });
      return [make('b', {}, track.name), slider(track), said];
    },
    switch(track) {
      const toggle = make('button', {type: 'button'}, track.name);
      toggle.onclick = () => { stop(); set(track, 1 - track.at); };
      updates.push(() => toggle.setAttribute('aria-pressed', track.at === 1));
      return [toggle];
    },
    order(track) {
      const [head, ...words] = track.name.split(' ');
      const list = make('div', {class: 'tm-order', role: 'group', 'aria-label': `${head}: arrow keys move one`});
      const chips = words.map((word, i) => make('button', {type: 'button', 'data-i': i, 'aria-label': `${head} ${word}`}, word));
      const place = (chip, to) => {
        const order = [...list.children].filter(each => each !== chip);
        order.splice(to, 0, chip);
        const at = track.values.indexOf(order.map(each => each.dataset.i).join(' '));
        if (at >= 0) set(track, at);
      };
      let held = null;
      list.onpointerdown = event => {
        held = event.target.closest('button');
        if (held) list.setPointerCapture(event.pointerId);
      };
      list.onpointermove = event => {
        const over = held && [...list.children].find(chip => {
          const box = chip.getBoundingClientRect();
          return event.clientX >= box.left && event.clientX <= box.right;
        });
        if (over && over !== held) place(held, [...list.children].indexOf(over));
      };
      list.onpointerup = list.onpointercancel = () => { if (held) held.focus(); held = null; };
      list.onkeydown = event => {
        const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        const to = [...list.children].indexOf(event.target) + by;
        if (to >= 0 && to < words.length) place(event.target, to);
        event.target.focus();
      };
      updates.push(() => list.append(...track.values[track.at].split(' ').map(i => chips[i])));
      return [make('b', {}, head), list, 'drag to change the order'];
    }
  };

  // On a page of its own a link opens this player at the same place. In JupyterLab a page has no address of its own: there
  // is Java instead, which makes the player again.
  const inLab = root.closest('.jp-NotebookPanel') !== null;
  const place = () => {
    const kept = new URLSearchParams(location.hash.slice(1)); // what a page keeps there itself, a typed history
    [...kept].filter(([, value]) => !value).forEach(([anchor]) => kept.delete(anchor));
    kept.set('player', key);
    kept.set('at', tracks.map(track => track.at).join('.'));
    return `#${kept}`;
  };
  const java = () => tracks.reduce((text, track) => {
    const [head, ...words] = track.name.split(' '), value = track.values[track.at];
    const shown = {
      order: () => value.split(' ').map(i => words[i]).join(' ').replace(/[\\"]/g, '\\$&'),
      switch: () => track.at ? 'crash' : 'step', step: () => track.at, choice: () => value
    };
    return text.replace(`{${track.kind === 'switch' ? 'switch' : head}}`, () => shown[track.kind]().toString().replaceAll('−', '-'));
  }, code);
  const share = () => {
    const toggle = make('button', {type: 'button', 'aria-expanded': false}, inLab ? 'as Java' : 'link');
    const field = make('input', {type: 'text', readonly: '', 'aria-label': inLab ? 'Java for this history' : 'link to this place'});
    const said = make('output');
    field.hidden = true;
    toggle.onclick = () => {
      field.hidden = !field.hidden;
      toggle.setAttribute('aria-expanded', !field.hidden);
      said.textContent = '';
      if (field.hidden) return;
      field.focus();
      field.select();
      const copied = inLab && code.startsWith('.') ? 'copied: put it behind the call in the cell' : 'copied';
      navigator.clipboard?.writeText(field.value).then(() => { said.textContent = copied; }, () => {});
    };
    updates.push(() => { field.value = inLab ? java() : location.href.split('#')[0] + place(); });
    return [toggle, field, said];
  };
  const open = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    if (!root.isConnected || given.get('player') !== key) return false;
    const at = (given.get('at') || '').split('.').map(Number);
    const fits = at.length === tracks.length && at.every((n, i) => Number.isInteger(n) && n >= 0 && n < tracks[i].values.length);
    if (fits) tracks.forEach((track, i) => { track.at = at[i]; });
    return fits;
  };

  root.addEventListener('keydown', event => {
    const on = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation(); // JupyterLab would give the focus to the active cell, and the next key with it.
    const keys = {ArrowLeft: steps.at - 1, ArrowRight: steps.at + 1, Home: 0, End: last};
    if (event.key === ' ' && on !== 'BUTTON' && on !== 'SUMMARY' && !matchMedia('(prefers-reduced-motion: reduce)').matches) play();
    else if (event.key in keys && on !== 'INPUT') step(keys[event.key]);
    else return;
    event.preventDefault();
  });
  root.setAttribute('data-lm-suppress-shortcuts', 'true');
  const bars = [...tracks].reverse().map(track => make('div', {class: 'tm-bar'}, ...makers[track.kind](track)));
  if (!inLab || code) bars.push(make('div', {class: 'tm-bar tm-share'}, ...share()));
  const isOpened = open();
  show();
  root.replaceChildren(...[...root.children].slice(0, 2), stage, ...bars, caption);
  const jump = () => { root.scrollIntoView(); stage.focus({preventScroll: true}); };
  if (isOpened) jump();
  addEventListener('hashchange', () => { if (open()) { stop(); show(); jump(); } });
})();
