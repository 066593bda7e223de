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
  let pause = 0;
  // Whether the connection has brought an event.
  let isAnswered = false;

  // A reachable server sends something before this time is over; a frozen one sends nothing.
  function watch() {
    clearTimeout(silence);
    silence = setTimeout(lose, Number(place.dataset.silence));
  }

  function heard() {
    isAnswered = true;
    pause = 0;
    say('on');
    watch();
  }

  // The server is lost: the mark says so, and the page asks again by itself, at the latest every five seconds.
  function lose() {
    stop();
    say('off');
    pause = Math.min(pause + 1000, 5000);
    again = setTimeout(() => listen(anew.href), pause);
  }

  // Each response is one event and then ends; the browser asks again by itself, with the id of the content that it
  // shows.
  function listen(address) {
    stop();
    isAnswered = false;
    watch();
    source = new EventSource(address);
    source.addEventListener('content', (event) => {
      heard();
      show(JSON.parse(event.data).html);
    });
    source.addEventListener('quiet', heard);
    source.addEventListener('ended', () => { stop(); location.reload(); });
    source.addEventListener('error', (event) => {
      // The browser reports the end of every response as an error. Only an end without an event is a lost server: a
      // dead one refuses or cuts the connection, and a busy one answers 503, after which the browser never asks again.
      const isEnd = isAnswered && event.target.readyState === EventSource.CONNECTING;
      isAnswered = false;
      if (!isEnd) lose();
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

  say('on');
  listen(place.dataset.live);
})();
