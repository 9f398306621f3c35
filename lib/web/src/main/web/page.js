'use strict';
// The history stands in the address, so that a link to the page opens it again: #eventTime=…&log=…
(() => {
  const given = () => new URLSearchParams(location.hash.slice(1));

  const base64 = async text => {
    const zip = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    const bytes = new Uint8Array(await new Response(zip).arrayBuffer());
    return btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ''));
  };

  // A player as the course's HTML has it: a title, a place for the picture, and the script, which finds its frames on itself.
  const player = async (xml, title) => {
    const holder = document.createElement('div');
    holder.innerHTML = self.figure();
    const root = document.createElement('div');
    root.className = 'tm-player';
    root.append(document.createElement('style'), document.createElement('p'));
    root.lastElementChild.append(document.createElement('b'));
    root.querySelector('b').textContent = title;
    const script = document.createElement('script');
    script.dataset.frames = await base64(xml);
    script.dataset.key = title.replaceAll(' ', '-');
    script.src = 'player.js';
    root.append(script);
    holder.firstElementChild.append(root);
    return holder.firstElementChild;
  };

  for (const section of document.querySelectorAll('section')) {
    const kind = section.dataset.kind, field = section.querySelector('input');
    const problem = section.querySelector('.problem'), shown = section.querySelector('.shown');
    const order = section.querySelector('.order');
    let turn = 0;

    const show = async () => {
      const mine = ++turn;
      let xml;
      try {
        xml = self[kind](field.value);
      } catch (refused) {
        problem.textContent = refused.message;
        return;
      }
      problem.textContent = '';
      const made = await player(xml, section.querySelector('h2').textContent);
      if (mine === turn) shown.replaceChildren(made);
    };

    // Any number of arrivals can be moved here: a new order is a new history, and the library computes it.
    const chips = () => {
      if (!order) return;
      const [arrivals] = field.value.split(';');
      order.replaceChildren(...arrivals.trim().split(/\s+/).filter(word => word).map(word => {
        const chip = document.createElement('button');
        chip.type = 'button';
        chip.textContent = word;
        chip.setAttribute('aria-label', `arrival ${word}`);
        return chip;
      }));
    };
    const place = (chip, to) => {
      const others = [...order.children].filter(each => each !== chip);
      others.splice(to, 0, chip);
      order.replaceChildren(...others);
      const [, ...rest] = field.value.split(';');
      field.value = [others.map(each => each.textContent).join(' '), ...rest].join(';');
      keep();
      show();
    };

    const keep = () => {
      const all = given();
      all.delete('player');
      all.delete('at');
      all.set(kind, field.value);
      history.replaceState(null, '', '#' + all);
    };

    if (order) {
      let held = null;
      order.onpointerdown = event => {
        held = event.target.closest('button');
        if (held) order.setPointerCapture(event.pointerId);
      };
      order.onpointermove = event => {
        const over = held && [...order.children].find(chip => {
          const box = chip.getBoundingClientRect();
          return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
        });
        if (over && over !== held) place(held, [...order.children].indexOf(over));
      };
      order.onpointerup = order.onpointercancel = () => { if (held) held.focus(); held = null; };
      order.onkeydown = event => {
        const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (!by) return;
        event.preventDefault();
        const to = [...order.children].indexOf(event.target) + by;
        if (to >= 0 && to < order.children.length) place(event.target, to);
        event.target.focus();
      };
    }

    section.querySelector('form').onsubmit = event => {
      event.preventDefault();
      chips();
      keep();
      show();
    };
    const opened = () => {
      field.value = given().get(kind) ?? field.value;
      chips();
      show();
    };
    addEventListener('hashchange', opened);
    opened();
  }
})();
