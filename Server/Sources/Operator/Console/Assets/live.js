// Replaces the content of the page whenever the server sends a change.
'use strict';

(() => {
  const place = document.querySelector('[data-live]');
  if (!place) return;

  const mark = document.querySelector('[data-live-state]');
  const say = (state) => {
    if (!mark || mark.dataset.liveState === state) return;
    mark.dataset.liveState = state;
    mark.textContent = mark.dataset[state];
  };

  // The update keeps the keyboard focus, the open details and the horizontal scroll positions.
  const name = (element) =>
    element.dataset.key || element.getAttribute('href') || `${element.tagName} ${element.getAttribute('aria-label')}`;
  const all = (selector) => [...place.querySelectorAll(selector)];

  function put(html) {
    const active = document.activeElement;
    const focused = active && place.contains(active) ? name(active) : null;
    const open = new Set(all('details[open]').map((details) => details.dataset.key));
    const moved = new Map(all('[tabindex]').map((region) => [name(region), region.scrollLeft]));
    place.innerHTML = html;
    for (const details of all('details[data-key]')) details.open = open.has(details.dataset.key);
    for (const region of all('[tabindex]')) region.scrollLeft = moved.get(name(region)) || 0;
    if (focused) all('a, button, summary, [tabindex]').find((one) => name(one) === focused)?.focus({ preventScroll: true });
  }

  // New content waits while the user selects text to copy it.
  let waiting = null;
  const selects = () => {
    const selection = getSelection();
    return !selection.isCollapsed && place.contains(selection.anchorNode);
  };
  document.addEventListener('selectionchange', () => {
    if (waiting === null || selects()) return;
    put(waiting);
    waiting = null;
  });
  const show = (html) => {
    if (selects()) waiting = html;
    else put(html);
  };

  // A request without a digest gets an immediate answer, which shows that the server is back.
  const anew = new URL(place.dataset.live, location.href);
  anew.searchParams.delete('seen');

  let source = null;
  let silence = null;
  let again = null;

  // A reachable server sends something every 20 seconds; an unreachable one sends nothing.
  function heard() {
    say('on');
    clearTimeout(silence);
    silence = setTimeout(() => say('off'), 30000);
  }

  // Each response is one event and then ends; the browser asks again by itself, with the id of the content that it
  // shows.
  function listen(address) {
    stop();
    source = new EventSource(address);
    source.addEventListener('content', (event) => {
      heard();
      show(JSON.parse(event.data).html);
    });
    source.addEventListener('quiet', heard);
    source.addEventListener('ended', () => { stop(); location.reload(); });
    source.addEventListener('error', (event) => {
      if (event.target.readyState !== EventSource.CLOSED) return;
      // A busy or restarting server refuses, and the browser would never try again by itself.
      say('off');
      again = setTimeout(() => listen(anew.href), 5000);
    });
  }

  function stop() {
    source?.close();
    clearTimeout(again);
    clearTimeout(silence);
  }

  // A hidden page must not use one of the few connections that a browser has for a host.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stop();
    else listen(anew.href);
  });
  addEventListener('pagehide', stop);

  heard();
  listen(place.dataset.live);
})();
