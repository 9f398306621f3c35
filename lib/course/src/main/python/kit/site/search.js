'use strict';
// Every word must be there, as the beginning of a word; a heading counts more than the text below it.
(() => {
  const MOST = 50, AROUND = 80;
  const asked = (new URLSearchParams(location.search).get('q') ?? '').trim();
  const plain = text => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const wanted = plain(asked).split(/\s+/).filter(word => word);
  document.getElementById('words').value = asked;

  const begins = (text, word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return at;
    }
    return -1;
  };
  const score = ([, heading, text]) => wanted.reduce((sum, word) => {
    if (begins(plain(heading), word) >= 0) return sum + 10;
    return begins(plain(text), word) >= 0 ? sum + 1 : -Infinity;
  }, 0);
  const around = text => {
    const at = Math.max(0, ...wanted.map(word => begins(plain(text), word)));
    const from = Math.max(0, at - AROUND);
    return (from ? '… ' : '') + text.slice(from, at + 2 * AROUND) + (at + 2 * AROUND < text.length ? ' …' : '');
  };

  const count = document.getElementById('count');
  if (!wanted.length) {
    count.textContent = 'Write a word above.';
    return;
  }
  const found = self.TIDEMARK_INDEX.map(row => [score(row), row]).filter(([points]) => points > 0);
  found.sort((one, other) => other[0] - one[0]);
  count.textContent = found.length === 0 ? `Nothing was found for “${asked}”.`
    : `${found.length} ${found.length === 1 ? 'place' : 'places'}${found.length > MOST ? `, the best ${MOST} of them` : ''}`;
  for (const [, [address, heading, text]] of found.slice(0, MOST)) {
    const link = document.createElement('a'), line = document.createElement('p'), item = document.createElement('li');
    link.href = address;
    link.textContent = heading;
    line.textContent = around(text);
    item.append(link, line);
    document.getElementById('found').append(item);
  }
})();
