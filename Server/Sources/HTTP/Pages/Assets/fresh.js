// Reloads the page when the browser shows it from its cache: its forms may have been sent since then.
'use strict';

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
