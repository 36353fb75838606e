import { escapeAttribute, escapeText } from 'entities';
import { type PageLanguage } from '../rsvp/page-language';
import { SIGN_IN_WORDINGS } from './sign-in-wordings';

/**
 * The page that mailed sign-in links open. `hash`, the secret of the link, is the fragment of the URL, which browsers do not send to the
 * server. The user has to press the button, so that programs that only fetch the links of a mail do not redeem them.
 */
export function signInPage(language: PageLanguage): string {
  const { title, heading, button, sessionHtml, noScriptHtml, states } = SIGN_IN_WORDINGS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<link rel="stylesheet" href="/sign-in/page.css">
</head>
<body>
<main>
<h1>${escapeText(heading)}</h1>
<p id="state" role="status" data-texts="${escapeAttribute(JSON.stringify(states))}">${escapeText(states.ready)}</p>
<button id="sign-in" type="button">${escapeText(button)}</button>
<label id="session" hidden>${sessionHtml}<input id="hash" readonly></label>
<noscript>${noScriptHtml}</noscript>
</main>
<script src="/sign-in/page.js"></script>
</body>
</html>
`;
}

export const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; display: grid; place-items: center; min-height: 100vh }
main { max-width: 28rem; padding: 1rem }
button { font: inherit; padding: 0.5rem 1.5rem }
input { font: inherit; width: 100% }
`;

export const SCRIPT = `const hash = location.hash.slice(1);
const state = document.getElementById('state');
const button = document.getElementById('sign-in');
const texts = JSON.parse(state.dataset.texts);
const failures = { UNAUTHENTICATED: texts.invalid, TOO_MANY_REQUESTS: texts.tooManyRequests };

function offerAgain(message) {
  state.textContent = message;
  button.disabled = false;
  button.focus();
}

async function signIn() {
  button.disabled = true;
  const query = 'mutation ($hash: String!) { signin(input: { hash: $hash }) { isValid user { name } } }';
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { hash } }),
  });
  const { data, errors } = await response.json();
  if (errors) {
    offerAgain(failures[errors[0].extensions.code] ?? texts.failed);
  } else if (!data.signin.isValid) {
    state.textContent = texts.ended;
  } else {
    state.textContent = texts.welcome.replace('{name}', () => data.signin.user.name);
    const field = document.getElementById('hash');
    field.value = hash;
    document.getElementById('session').hidden = false;
    field.focus();
    button.hidden = true;
  }
}

if (hash === '') {
  state.textContent = texts.incomplete;
  button.hidden = true;
}
button.addEventListener('click', () => {
  signIn().catch(() => offerAgain(texts.failed));
});
// Another link that is opened in the same tab changes only the fragment, and browsers do not load the page again.
addEventListener('hashchange', () => location.reload());
`;
