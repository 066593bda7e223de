// Loads the page again when the browser shows one that it had kept: its forms may have been sent meanwhile.
'use strict';

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
