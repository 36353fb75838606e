/** A request with a secret in its URL, headers or body. */
export interface SecretRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const parameterNames = ['key', 'token', 'hash', 'password', 'access_token', 'q', 'limit'];
const headerNames = [
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'x-request-id',
  'idempotency-key',
  'origin',
  'user-agent',
  'accept-version',
  'x-ghost-version',
  'if-none-match',
];
/** The schemes before the secret in the `authorization` header. */
const schemes = ['', 'Ghost ', 'Bearer ', 'GhostMembers ', 'Basic '];

const percentEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Spellings of a query parameter that a server may read as the name itself. */
function spellingsOf(name: string): string[] {
  const first = name.charAt(0);
  return [
    name,
    name.toUpperCase(),
    percentEncoded(name),
    percentEncoded(first) + name.slice(1),
    `${first}${percentEncoded(name.slice(1))}`,
    `${name}[]`,
    `${name}%5B%5D`,
    `${name}[0]`,
    `+${name}`,
    `%20${name}`,
  ];
}

function queriesWith(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const named = parameterNames.flatMap((name) => spellingsOf(name).map((spelling) => `?${spelling}=${encoded}`));
  return [
    ...named,
    `?key=${percentEncoded(secret)}`,
    `?a=1&key=${encoded}&key=${encoded}`,
    `?a=1;key=${encoded}`,
    `?a=1?key=${encoded}`,
    `??key=${encoded}`,
    `?${encoded}`,
    `?${encoded}=`,
    `?=${encoded}`,
    `?key=%zz&token=${encoded}`,
    `?filter=${encodeURIComponent(`slug:'${secret}'`)}`,
  ];
}

function pathsWith(path: string, secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const base = path.endsWith('/') ? path : `${path}/`;
  return [`${base}${encoded}`, `${base}${percentEncoded(secret)}/`, `${base}x/${encoded}/?limit=1`, `/${encoded}`];
}

function bodiesWith(secret: string): [type: string, payload: string][] {
  const fields = { key: secret, token: secret, hash: secret, password: secret, username: secret, email: secret };
  const nested = { posts: [fields], session: fields, passwordreset: [fields], invitation: [fields], variables: fields };
  return [
    ['application/json', JSON.stringify({ ...fields, ...nested, query: `{ ${secret} }` })],
    ['application/json', `{"password": ${secret}`],
    ['application/json', `"${secret}`],
    ['application/x-www-form-urlencoded', `password=${encodeURIComponent(secret)}`],
    ['text/plain', secret],
  ];
}

/**
 * Requests that contain the secret: each in one of the headers, in the query in one spelling, in the path, or in the body.
 * @param path the path of a route, without a query
 */
export function requestsWith(secret: string, path: string): SecretRequest[] {
  const get = (url: string, headers: Record<string, string> = {}): SecretRequest => ({ method: 'GET', url, headers });
  return [
    ...schemes.map((scheme) => get(path, { authorization: scheme + secret })),
    ...headerNames.map((name) => get(path, { [name]: secret })),
    get(path, { referer: `https://site.example/?key=${encodeURIComponent(secret)}` }),
    get(path, { cookie: `ghost-admin-api-session=${secret}; ghost-members-ssr=${secret}; other=${secret}` }),
    ...queriesWith(secret).map((query) => get(path + query)),
    ...pathsWith(path, secret).map((url) => get(url)),
    ...bodiesWith(secret).map(([type, payload]): SecretRequest => ({
      method: 'POST',
      url: path,
      headers: { 'content-type': type },
      payload,
    })),
  ];
}

/**
 * The names of the secrets that a string contains, plain or percent-encoded.
 * @param secrets the secrets by name
 */
export function secretsIn(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const plain = text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret) || plain.includes(secret))
    .map(([name]) => name);
}
