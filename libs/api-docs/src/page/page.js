/* global SwaggerUIBundle */
// Runs in the browser. Shows the document of one version, and offers to sign in if the page has credentials.
const settings = JSON.parse(document.getElementById('settings').textContent);
const requested = new URLSearchParams(location.search).get('version');
const version = settings.versions.includes(requested) ? requested : settings.defaultVersion;
const hasCredentials = Boolean(settings.contentKey || settings.user);

function showVersions() {
  for (const name of settings.versions) {
    const link = document.createElement('a');
    link.href = `?version=${name}`;
    link.textContent = name;
    if (name === version) link.setAttribute('aria-current', 'page');
    document.getElementById('versions').append(link);
  }
}

function showAccess(text, label, action) {
  const access = document.getElementById('access');
  access.textContent = text;
  if (!label) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', action);
  access.append(button);
}

const session = (options) => fetch(`/ghost/api/${version}/admin/session/`, options);

async function showSession() {
  const { email } = settings.user;
  const response = await session();
  if (response.ok) showAccess(`Signed in as ${(await response.json()).email}`, 'Sign out', signOut);
  else showAccess('', `Sign in as ${email}`, signIn);
}

async function signIn() {
  const { email, password } = settings.user;
  const response = await session({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  });
  if (response.ok) await showSession();
  else showAccess(`Sign-in failed (${response.status}).`, 'Try again', signIn);
}

async function signOut() {
  await session({ method: 'DELETE' });
  await showSession();
}

showVersions();
const ui = SwaggerUIBundle({
  dom_id: '#documents',
  url: `/docs/${version}.json`,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: hasCredentials,
  onComplete: () => {
    if (!settings.contentKey) return;
    ui.preauthorizeApiKey('key', settings.contentKey);
    showAccess('The content key of this installation is filled in.');
  },
});
if (settings.user) void showSession();
