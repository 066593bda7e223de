// The page of the shop: what it shows, and what it asks its own server for. Passkeys are chave.js's.
import { ChaveError, create, signals, takeAnswer } from './chave.js';

const chave = create();
const $ = (id) => document.getElementById(id);
const main = document.querySelector('main');

function show(screen) {
  for (const section of main.querySelectorAll('section')) section.hidden = section.dataset.for !== screen;
  main.dataset.screen = screen;
}

function tell(name, text) {
  main.dataset.problem = name;
  $('problem').textContent = text;
  $('problem').hidden = !text;
}

class Refused extends Error {
  constructor(status, { error, message }) {
    super(message);
    this.status = status;
    this.name = error;
  }
}

// The shop's server, which alone has keys and tokens. A cookie that scripts cannot read says who asks.
async function ask(method, path, body) {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const read = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refused(answer.status, read ?? {});
  return { status: answer.status, body: read };
}

// Names this browser in the risk signals; it is no secret, and opens nothing.
function device() {
  const known = localStorage.getItem('device') ?? crypto.randomUUID();
  localStorage.setItem('device', known);
  return known;
}

// One name for one wish, kept until there is an answer: what is sent again after a lost answer is not done twice.
async function once(wish, path, body) {
  const attempt = sessionStorage.getItem(wish) ?? crypto.randomUUID();
  sessionStorage.setItem(wish, attempt);
  const answered = () => sessionStorage.removeItem(wish);
  try {
    const answer = await ask('POST', path, { ...body, attempt });
    answered();
    return answer;
  } catch (error) {
    if (error.status < 500 && error.name !== 'idempotency_in_progress') answered();
    throw error;
  }
}

// Runs what a button asks for; what goes wrong is said on the page, which stays where it is.
function on(element, event, act) {
  element.addEventListener(event, async (happened) => {
    happened.preventDefault();
    const button = element.matches('button') ? element : element.querySelector('button');
    button.disabled = true;
    tell('', '');
    try {
      await act();
    } catch (error) {
      say(error);
    } finally {
      button.disabled = false;
    }
  });
}

function say(error) {
  if (error instanceof ChaveError) return tell(error.name, `${error.message} You can try again.`);
  if (error.status === 401) return show('person');
  tell(error.name, error.message || 'The shop does not answer. You can try again.');
}

function end(screen, field, text) {
  $(field).textContent = text;
  show(screen);
}

// Reads an object until its status is none of these; the server holds each answer for some seconds.
async function until(path, ...waiting) {
  for (;;) {
    const { body } = await ask('GET', path);
    if (!waiting.includes(body.status)) return body;
  }
}

let enrollment, order, options;

async function banks() {
  const { body } = await ask('GET', '/banks');
  const items = body.map(({ id, name }) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = name;
    on(button, 'click', () => begin(id));
    item.append(button);
    return item;
  });
  $('banks').replaceChildren(...items);
  show('banks');
}

async function begin(institution) {
  const wish = { institution, signals: signals(device()) };
  const { body } = await once(`enroll at ${institution}`, '/enrollments', wish);
  if (body.status !== 'PENDING') return end('failed', 'reason', body.reason);
  location.assign(body.redirect_url);
}

// The person comes back from the bank.
async function returned(answer) {
  show('waiting');
  const { body } = await ask('POST', '/callback', answer);
  enrollment = body.id;
  if (body.status !== 'PENDING') return end('failed', 'reason', body.reason);
  for (;;) {
    const asked = await ask('GET', `/enrollments/${enrollment}/options`);
    if (asked.status === 200) {
      options = asked.body;
      return show('register');
    }
    if (asked.body.status !== 'PENDING') return end('failed', 'reason', asked.body.reason);
  }
}

on($('register'), 'click', async () => {
  const path = `/enrollments/${enrollment}`;
  await chave.enroll({ options, send: (credential) => ask('POST', `${path}/confirm`, { credential }) });
  show('waiting');
  const found = await until(path, 'PENDING');
  if (found.status !== 'SUCCEEDED') return end('failed', 'reason', found.reason);
  await start();
});

on($('buy'), 'click', async () => {
  const { body } = await once(`order from ${enrollment}`, '/orders', { enrollment });
  [order, options] = [body.id, body.options];
  end('confirm', 'amount', body.amount);
});

on($('pay'), 'click', async () => {
  const path = `/orders/${order}`;
  const send = (assertion) => ask('POST', `${path}/authorize`, { assertion, signals: signals(device()) });
  await chave.pay({ options, send });
  show('waiting');
  const found = await until(path, 'PENDING', 'PROCESSING');
  if (found.status === 'SUCCEEDED') return end('paid', 'receipt', found.end_to_end_id);
  end('failed', 'reason', found.reason);
});

on($('person'), 'submit', async () => {
  await ask('POST', '/session', { identifier: new FormData($('person')).get('identifier') });
  await start();
});

on($('another'), 'click', banks);
for (const button of document.querySelectorAll('.again')) on(button, 'click', start);

async function start() {
  const { body } = await ask('GET', `/shop?device=${encodeURIComponent(device())}`);
  if (!body.signed_in) return show('person');
  const [newest] = body.enrollments;
  if (!newest) return banks();
  enrollment = newest.id;
  document.querySelector('[data-price]').textContent = body.price;
  end('product', 'bank', newest.bank);
}

const answer = location.pathname === '/callback' ? takeAnswer() : null;
history.replaceState(null, '', '/');
(answer ? returned(answer) : start()).catch((error) => {
  if (main.dataset.screen === 'loading' || main.dataset.screen === 'waiting') show('person');
  say(error);
});
