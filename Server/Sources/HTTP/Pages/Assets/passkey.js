// Creates or uses a passkey with the options of a form, and sends the form with the browser's result.
//
//   <form data-ceremony="create|get" data-options="<WebAuthn options as JSON>" data-into="<name of a field>"
//         data-say-cancelled="…" data-say-known="…" data-say-unsupported="…" data-say-failed="…">
'use strict';

(() => {
  const form = document.querySelector('form[data-ceremony]');
  if (!form) return;
  const button = form.querySelector('button');
  const problem = document.getElementById('problem');

  const decode = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
  const encode = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''))
      .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const described = (list) => (list || []).map((one) => ({ ...one, id: decode(one.id) }));

  function creation(options) {
    return {
      ...options,
      challenge: decode(options.challenge),
      user: { ...options.user, id: decode(options.user.id) },
      excludeCredentials: described(options.excludeCredentials),
    };
  }

  function request(options) {
    return {
      ...options,
      challenge: decode(options.challenge),
      allowCredentials: described(options.allowCredentials),
    };
  }

  // The form gets only the members that the API knows; a browser may add others.
  function message(credential) {
    const response = credential.response;
    const sent = { id: credential.id, rawId: encode(credential.rawId), type: credential.type };
    if (credential.authenticatorAttachment) sent.authenticatorAttachment = credential.authenticatorAttachment;
    if (form.dataset.ceremony === 'create') {
      sent.clientExtensionResults = credential.getClientExtensionResults();
      sent.response = {
        attestationObject: encode(response.attestationObject),
        clientDataJSON: encode(response.clientDataJSON),
      };
    } else {
      sent.response = {
        authenticatorData: encode(response.authenticatorData),
        clientDataJSON: encode(response.clientDataJSON),
        signature: encode(response.signature),
        userHandle: response.userHandle ? encode(response.userHandle) : null,
      };
    }
    return JSON.stringify(sent);
  }

  function tell(error) {
    const texts = {
      NotAllowedError: form.dataset.sayCancelled,
      AbortError: form.dataset.sayCancelled,
      InvalidStateError: form.dataset.sayKnown,
      NotSupportedError: form.dataset.sayUnsupported,
      ConstraintError: form.dataset.sayUnsupported,
    };
    problem.textContent = texts[error.name] || form.dataset.sayFailed;
    problem.hidden = false;
    button.disabled = false;
    button.focus();
  }

  async function perform() {
    const options = JSON.parse(form.dataset.options);
    const credential = form.dataset.ceremony === 'create'
      ? await navigator.credentials.create({ publicKey: creation(options) })
      : await navigator.credentials.get({ publicKey: request(options) });
    form.elements[form.dataset.into].value = message(credential);
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    // No other script reloads the page until the ceremony has failed or the form has its answer.
    document.documentElement.dataset.ceremony = form.dataset.ceremony;
    try {
      await perform();
      form.submit();
    } catch (error) {
      delete document.documentElement.dataset.ceremony;
      tell(error);
    }
  });

  if (window.PublicKeyCredential) {
    button.disabled = false;
  } else {
    tell({ name: 'NotSupportedError' });
    button.disabled = true;
  }
})();
