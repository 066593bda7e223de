// Polls the address that the page names until something has changed, and then reloads the page. The script does not reload
// during a passkey prompt, because the browser would close the prompt. The prompt's result leads to the next page itself.
'use strict';

(() => {
  const place = document.querySelector('[data-wait]');
  if (!place) return;

  // A submitted form leads to the next page itself. A form that a script has taken over is that script's task.
  let isLeaving = false;
  addEventListener('submit', (event) => { isLeaving ||= !event.defaultPrevented; });

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  async function hasChanged() {
    const answer = await fetch(place.dataset.wait, { cache: 'no-store' });
    // The page itself reports that the session ended or the object is gone. A 429 for too many requests is a retry.
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
      // The script polls once a second when the server answers at once, and less and less often after failures.
      const least = failures ? Math.min(1000 * 2 ** failures, 15000) : 1000;
      await pause(Math.max(0, least - (Date.now() - asked)));
    }
  }

  watch();
})();
