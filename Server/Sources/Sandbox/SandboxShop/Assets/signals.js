// Writes the browser's data about itself, for the payer's bank, into each field named `signals` of the page.
'use strict';

(() => {
  const fields = document.querySelectorAll('input[name="signals"]');
  if (!fields.length) return;

  const two = (number) => String(number).padStart(2, '0');

  function offset() {
    const minutes = -new Date().getTimezoneOffset();
    const size = Math.abs(minutes);
    return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  }

  // Stable for this shop in this browser; without storage it lives as long as the page.
  function device() {
    const fresh = crypto.randomUUID();
    try {
      const known = localStorage.getItem('chave-device') || fresh;
      localStorage.setItem('chave-device', known);
      return known;
    } catch {
      return fresh;
    }
  }

  function place() {
    try {
      return JSON.parse(sessionStorage.getItem('chave-place'));
    } catch {
      return null;
    }
  }

  function fill() {
    const signals = {
      deviceId: device(),
      osVersion: navigator.userAgent.slice(0, 100),
      userTimeZoneOffset: offset(),
      language: (navigator.language || 'pt').slice(0, 2).toLowerCase(),
      screenDimensions: { height: Math.round(screen.height), width: Math.round(screen.width) },
    };
    const found = place();
    if (found) signals.geolocation = found;
    for (const field of fields) field.value = JSON.stringify(signals);
  }

  fill();
  // Before this point a form would lack the data that the bank requires.
  for (const choice of document.querySelectorAll('button.bank-choice')) choice.disabled = false;

  const button = document.getElementById('locate');
  const answer = document.getElementById('located');
  if (!button || !answer) return;

  function say(text) {
    answer.textContent = text;
    button.disabled = false;
  }

  if (place()) say(button.dataset.sayKnown);
  button.addEventListener('click', () => {
    if (!navigator.geolocation) return say(button.dataset.sayWithout);
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found = { latitude: coords.latitude, longitude: coords.longitude, type: 'INFERRED' };
        try {
          sessionStorage.setItem('chave-place', JSON.stringify(found));
        } catch {
          return say(button.dataset.sayWithout);
        }
        fill();
        say(button.dataset.sayKnown);
      },
      () => say(button.dataset.sayWithout),
      { timeout: 8000, maximumAge: 600000 },
    );
  });
})();
