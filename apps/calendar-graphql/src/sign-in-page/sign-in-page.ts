/**
 * The page that mailed sign-in links open. `hash`, the secret of the link, is the fragment of the URL, which browsers do not send to the
 * server. The user has to press the button, so that programs that only fetch the links of a mail do not redeem them.
 */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in to the calendar</title>
<link rel="stylesheet" href="/sign-in/page.css">
</head>
<body>
<main>
<h1>Almanac calendar</h1>
<p id="state" role="status">This link signs you in.</p>
<button id="sign-in" type="button">Sign in</button>
<label id="session" hidden>Your session, for the header <code>Authorization: Bearer …</code><input id="hash" readonly></label>
<noscript>Signing in needs JavaScript; or send the hash at the end of the link to the <code>signin</code> mutation.</noscript>
</main>
<script src="/sign-in/page.js"></script>
</body>
</html>
`;

export const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; display: grid; place-items: center; min-height: 100vh }
main { max-width: 28rem; padding: 1rem }
button { font: inherit; padding: 0.5rem 1.5rem }
input { font: inherit; width: 100% }
`;

export const SCRIPT = `const hash = location.hash.slice(1);
const state = document.getElementById('state');
const button = document.getElementById('sign-in');

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
    offerAgain(errors[0].message);
  } else if (!data.signin.isValid) {
    state.textContent = 'The session of this link has ended. Request a new link.';
  } else {
    state.textContent = 'Welcome, ' + data.signin.user.name + '. You are signed in.';
    const field = document.getElementById('hash');
    field.value = hash;
    document.getElementById('session').hidden = false;
    field.focus();
    button.hidden = true;
  }
}

if (hash === '') {
  state.textContent = 'This page needs the whole link from the mail.';
  button.hidden = true;
}
button.addEventListener('click', () => {
  signIn().catch(() => offerAgain('The calendar could not be reached. Try again.'));
});
`;
