// Takes the bank's answer out of the address, where servers and histories do not see it, and posts it to the shop.
'use strict';

(() => {
  const form = document.getElementById('returned');
  if (!form) return;
  const answer = new URLSearchParams(location.hash.slice(1));
  // The answer works once, and belongs to nobody's history.
  history.replaceState(null, '', location.pathname);
  if (!answer.get('state')) return location.replace(form.dataset.otherwise);
  for (const name of ['state', 'code', 'id_token', 'error', 'error_description']) {
    const value = answer.get(name);
    if (value === null) continue;
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  form.submit();
})();
