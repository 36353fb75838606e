/**
 * The target of links in mails to staff when `ADMIN_URL` is not set. The token is in the URL's fragment, which browsers do not
 * send to the server; the script sends it with the form.
 */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Staff</title>
<link rel="stylesheet" href="/staff/page.css">
</head>
<body>
<main>
<h1 id="heading">Staff</h1>
<p id="state" role="status">Open this page with the complete link from the mail.</p>
<form id="form" hidden>
<label class="signup">Your name <input id="name" autocomplete="name"></label>
<label class="signup">The address you were invited by <input id="email" type="email" autocomplete="email"></label>
<label>Password, at least 10 characters <input id="password" type="password" autocomplete="new-password" minlength="10" required></label>
<button type="submit">Save</button>
</form>
<noscript>This page needs JavaScript. You can also send the token at the end of the link to the Admin API.</noscript>
</main>
<script src="/staff/page.js"></script>
</body>
</html>
`;

export const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; display: grid; place-items: center; min-height: 100vh }
main { max-width: 28rem; padding: 1rem }
label { display: block; margin: 1rem 0 }
input { font: inherit; width: 100%; box-sizing: border-box }
button { font: inherit; padding: 0.5rem 1.5rem }
[hidden] { display: none }
`;

export const SCRIPT = `const [, purpose, token = ''] = location.hash.split('/');
const element = (id) => document.getElementById(id);
const isSignUp = purpose === 'signup';

// The token of an invitation contains the e-mail address: base64url of expiry|address|secret.
function addressOf(token) {
  try {
    const bytes = Uint8Array.from(atob(token.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes).split('|').slice(1, -1).join('|');
  } catch {
    return '';
  }
}

function buildRequest() {
  const password = element('password').value;
  if (!isSignUp) return ['passwordreset', 'PUT', { token, newPassword: password, ne2Password: password }];
  return ['invitation', 'POST', { token, email: element('email').value, name: element('name').value, password }];
}

async function send() {
  const [key, method, fields] = buildRequest();
  const response = await fetch('/ghost/api/canary/admin/authentication/' + key + '/', {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [key]: [fields] }),
  });
  const body = await response.json();
  element('state').textContent = body.errors ? body.errors[0].message : body[key][0].message;
  element('form').hidden = response.ok;
}

if (token && (isSignUp || purpose === 'reset')) {
  element('heading').textContent = isSignUp ? 'Accept the invitation' : 'Choose a new password';
  element('state').textContent = '';
  for (const label of document.querySelectorAll('.signup')) label.hidden = !isSignUp;
  for (const id of ['name', 'email']) element(id).required = isSignUp;
  if (isSignUp) {
    element('email').value = addressOf(token);
    element('email').readOnly = element('email').value !== '';
  }
  element('form').hidden = false;
}
element('form').addEventListener('submit', (event) => {
  event.preventDefault();
  send().catch(() => {
    element('state').textContent = 'The service could not be reached. Try again.';
  });
});
`;
