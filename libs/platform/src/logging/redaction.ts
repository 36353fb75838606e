/** What is written in place of a secret. */
export const REDACTED = '[redacted]';

/** How deep the fields of a line are followed. */
const MAX_DEPTH = 8;

/** Names of fields, headers and parameters whose values are secrets, in lower case and without punctuation. */
const SECRET_NAME =
  /(authorization|cookie|password|passwd|token|hash|secret|key|signature|credentials|(database|queue|redis|smtp|mail)\w*url)$/;

/**
 * The forms of secrets that can be told from other text. Each begins at the start of a run of characters or at a fixed
 * text, so that the time is linear in the length.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  // A JSON Web Token.
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  // A bcrypt hash.
  /\$2[abxy]?\$\d\d\$[./A-Za-z\d]{53}/g,
  // A private key.
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g,
  // Keys of payment providers, and signing secrets with a prefix.
  /(?<![A-Za-z\d])(?:sk|rk|whsec)_[\w-]{8,}/g,
  // A content key has 26 hexadecimal digits, an admin key and stored secrets 64 or more. Request and trace ids have 32.
  /(?<![\dA-Za-z])(?:[\da-fA-F]{26}|[\da-fA-F]{48,})(?![\dA-Za-z])/g,
  // 32 random bytes or more in base64url: sessions, invitations, resets, sign-in links, the hash of a calendar session.
  /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43,}/g,
];

/** User and password in front of a host. */
const URL_CREDENTIALS = /(?<=[a-z\d]:\/\/)[^\s"'<>]{0,1024}@/gi;

/** The text without the secrets that can be told by their form. */
export function withoutSecretShapes(text: string): string {
  const bare = text.includes('://') ? text.replace(URL_CREDENTIALS, `${REDACTED}@`) : text;
  return SECRET_SHAPES.reduce((left, shape) => left.replace(shape, REDACTED), bare);
}

/** Whether a field, header or parameter of this name carries a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replace(/[^a-z\d]/g, ''));
}

/** What a log line tells of an error: no statements, parameters, rows or inputs, which libraries attach to theirs. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack } = error;
  return {
    type: name,
    message: withoutSecretShapes(message),
    ...(stack !== undefined && { stack: withoutSecretShapes(stack) }),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('constraint' in error && typeof error.constraint === 'string' && { constraint: error.constraint }),
    ...(error instanceof AggregateError && { errors: redacted(error.errors, depth + 1) }),
    ...(error.cause !== undefined && { cause: redacted(error.cause, depth + 1) }),
  };
}

/** A value for a log line: secrets are left out by the name of their field and by their form, at every depth. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecretShapes(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth > MAX_DEPTH || ArrayBuffer.isView(value)) return '[not logged]';
  if (value instanceof Error) return describeError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isSecretName(name) && item !== undefined && item !== null ? REDACTED : redacted(item, depth + 1),
    ]),
  );
}
