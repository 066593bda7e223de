// Passkeys for Pix: turns the options of the Payments API into the browser's calls, and their results into requests.
//
//   import { create } from './chave.js';
//   const chave = create();
//   await chave.enroll({ options, send });   // send(confirmation_data): POST …/enrollments/{id}/confirm/
//   await chave.pay({ options, send });      // send(assertion): POST …/payment-intents/{id}/authorize/
//
// A session is one enrollment or one payment of the merchant's server. `options` are the API's, as they came: the
// answer of …/fido-registration-options/, or fido_options of a payment intent. Fetch them before the person presses the
// button: some browsers ask for a finger only right after a press. `send` is the merchant's own function; its result,
// or its error, is the result of the call. A ChaveError means that nothing was sent, and the same session may be tried
// again.

// Each name says what the page can do about it.
const names = {
  Cancelled: 'The person, or a time limit, ended it.',
  AlreadyEnrolled: 'This authenticator has a passkey of this enrollment.',
  Unsupported: 'This browser, or its authenticator, cannot do it.',
  WrongOrigin: 'This page is not on the domain that the passkey belongs to.',
  Unreadable: 'The options are not those of the API.',
  Failed: 'The authenticator failed.',
};

// The browser's own names (WebAuthn Level 3, sections 5.1.3 and 5.1.4).
const meanings = {
  NotAllowedError: 'Cancelled',
  AbortError: 'Cancelled',
  InvalidStateError: 'AlreadyEnrolled',
  NotSupportedError: 'Unsupported',
  ConstraintError: 'Unsupported',
  SecurityError: 'WrongOrigin',
};

export class ChaveError extends Error {
  constructor(name, cause) {
    super(names[name], { cause });
    this.name = name;
  }
}

// Base64url without padding (RFC 4648, section 5), the form of all bytes in the API.
export function decode(text) {
  if (typeof text !== 'string' || !/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) {
    throw new ChaveError('Unreadable');
  }
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}

export function encode(buffer) {
  const text = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function described(list) {
  return (list ?? []).map((one) => ({ ...one, id: decode(one.id) }));
}

function creation(options) {
  return {
    ...options,
    challenge: decode(options?.challenge),
    user: { ...options.user, id: decode(options.user?.id) },
    excludeCredentials: described(options.excludeCredentials),
  };
}

function request(options) {
  return { ...options, challenge: decode(options?.challenge), allowCredentials: described(options.allowCredentials) };
}

// Only the members that the API knows: a browser may have others.
function message(credential, response) {
  const sent = { id: credential.id, rawId: encode(credential.rawId), type: credential.type, response };
  if (credential.authenticatorAttachment) sent.authenticatorAttachment = credential.authenticatorAttachment;
  return sent;
}

function confirmation(credential) {
  const { attestationObject, clientDataJSON } = credential.response;
  const sent = message(credential, {
    attestationObject: encode(attestationObject),
    clientDataJSON: encode(clientDataJSON),
  });
  return { ...sent, clientExtensionResults: credential.getClientExtensionResults() };
}

function assertion(credential) {
  const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response;
  return message(credential, {
    authenticatorData: encode(authenticatorData),
    clientDataJSON: encode(clientDataJSON),
    signature: encode(signature),
    userHandle: userHandle ? encode(userHandle) : null,
  });
}

// `credentials` is the browser's; a test of a page may give another.
export function create({ credentials = globalThis.navigator?.credentials } = {}) {
  async function perform(method, publicKey) {
    if (!credentials?.[method]) throw new ChaveError('Unsupported');
    let made;
    try {
      made = await credentials[method]({ publicKey });
    } catch (error) {
      throw new ChaveError(meanings[error?.name] ?? 'Failed', error);
    }
    if (!made) throw new ChaveError('Failed');
    return made;
  }

  return {
    // Makes this browser's passkey for an enrollment.
    async enroll({ options, send }) {
      return send(confirmation(await perform('create', creation(options))));
    },

    // Signs a payment with it. The prompt shows no amount: the page must, before this.
    async pay({ options, send }) {
      return send(assertion(await perform('get', request(options))));
    },
  };
}

// The risk signals that a browser can give. The merchant's server adds accountTenure, the day since which it knows the
// person; `deviceId` is stable for this browser, and the same in each call.
export function signals(deviceId) {
  const minutes = -new Date().getTimezoneOffset();
  const two = (number) => String(Math.floor(number)).padStart(2, '0');
  return {
    deviceId,
    osVersion: navigator.userAgent.slice(0, 100),
    userTimeZoneOffset: `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`,
    language: (navigator.language || 'pt').slice(0, 2).toLowerCase(),
    screenDimensions: { height: Math.round(screen.height), width: Math.round(screen.width) },
  };
}

// The bank's answer in the address of the callback's page: banks of Open Finance Brasil put it behind the #, the
// sandbox's own bank behind the ?. It is taken out of the address, because it works once and belongs to nobody's
// history. `null` where there is none.
export function takeAnswer(page = globalThis) {
  const { hash, search, pathname } = page.location;
  const answer = [hash, search].map((text) => new URLSearchParams(text.slice(1))).find((one) => one.has('state'));
  page.history.replaceState(null, '', pathname);
  if (!answer) return null;
  const known = ['state', 'code', 'id_token', 'error', 'error_description'];
  return Object.fromEntries(known.filter((name) => answer.has(name)).map((name) => [name, answer.get(name)]));
}
