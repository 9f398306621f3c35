'use strict';
// Solutions stay folded until the switch of the page opens all of them; the choice is kept for the other pages.
(() => {
  const kept = {
    read(name) { try { return localStorage.getItem(name); } catch { return null; } },
    write(name, value) { try { localStorage.setItem(name, value); } catch { /* a browser that keeps nothing */ } }
  };
  const button = document.getElementById('solutions');
  if (button) {
    const show = open => {
      document.querySelectorAll('details.solution').forEach(each => { each.open = open; });
      button.setAttribute('aria-pressed', open);
      button.textContent = open ? 'hide solutions' : 'show solutions';
    };
    button.hidden = false;
    button.onclick = () => {
      const open = button.getAttribute('aria-pressed') !== 'true';
      kept.write('tidemark-solutions', open ? 'shown' : 'hidden');
      show(open);
    };
    show(kept.read('tidemark-solutions') === 'shown');
  }

  // A link into a fold opens it.
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    let fold = target.closest('details') ?? (target.nextElementSibling?.matches('details') ? target.nextElementSibling : null);
    for (; fold; fold = fold.parentElement.closest('details')) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  unfold();

  // What can be scrolled sideways can be reached by the keyboard.
  const reachable = () => {
    for (const each of document.querySelectorAll('.wide, pre, .tm-fig, .output')) {
      if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
      else each.removeAttribute('tabindex');
    }
  };
  addEventListener('resize', reachable);
  addEventListener('load', reachable);
  document.addEventListener('toggle', reachable, true);
})();
