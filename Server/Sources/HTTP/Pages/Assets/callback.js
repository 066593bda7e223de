// Shows the address that a bank led to, copies it with a button, and hands an answer in its fragment to the server.
'use strict';

(() => {
  const returned = document.getElementById('returned');
  if (!returned) return;
  const address = document.getElementById('address');
  const copy = document.getElementById('copy');
  const copied = document.getElementById('copied');

  // A server never sees a fragment, so the script posts it (OAuth 2.0 Multiple Response Type Encoding Practices).
  async function hand(answer) {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const reply = await fetch(returned.dataset.handsTo, { method: 'POST', headers, body: answer });
    if (reply.ok && (await reply.json()).handed) document.getElementById('handed').hidden = false;
  }

  const answer = location.hash.slice(1);
  if (new URLSearchParams(answer).get('state')) {
    address.textContent = location.href;
    returned.hidden = false;
    document.getElementById('nothing').hidden = true;
    // Without the server the address can still be copied.
    hand(answer).catch(() => {});
  }

  copy.hidden = false;
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(address.textContent);
      copied.textContent = copied.dataset.done;
    } catch {
      getSelection().selectAllChildren(address);
      copied.textContent = copied.dataset.selected;
    }
  });
})();
