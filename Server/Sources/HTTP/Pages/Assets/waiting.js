// Asks the address that the page names until something has changed, and then loads the page again; not while a passkey
// is asked for, since the browser's window for it would go: what it gives leads on by itself.
'use strict';

(() => {
  const place = document.querySelector('[data-wait]');
  if (!place) return;

  // A form that was sent leads on by itself; one that a script has taken over is that script's matter.
  let isLeaving = false;
  addEventListener('submit', (event) => { isLeaving ||= !event.defaultPrevented; });

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  async function hasChanged() {
    const answer = await fetch(place.dataset.wait, { cache: 'no-store' });
    // What the page itself has to say: the session ended, or the object is gone; not that there are too many requests.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return true;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()).changed === true;
  }

  async function reload() {
    while ('ceremony' in document.documentElement.dataset) await pause(250);
    if (!isLeaving) location.reload();
  }

  async function watch() {
    let failures = 0;
    for (;;) {
      const asked = Date.now();
      try {
        if (await hasChanged()) return reload();
        failures = 0;
      } catch {
        failures += 1;
      }
      // A server that answers at once is asked every second; one that fails, more and more seldom.
      const least = failures ? Math.min(1000 * 2 ** failures, 15000) : 1000;
      await pause(Math.max(0, least - (Date.now() - asked)));
    }
  }

  watch();
})();
