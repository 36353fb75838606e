/** The text in a log line in place of a secret. */
export const REDACTED = '[redacted]';

/** Fields that are nested deeper are not logged. */
const MAX_DEPTH = 8;

/** Matches the names of fields, headers and parameters with secret values. The names have to be in lower case, without punctuation. */
const SECRET_NAME =
  /(authorization|cookie|password|passwd|token|hash|secret|key|signature|credentials|(database|queue|redis|smtp|mail)\w*url)$/;

/**
 * Patterns of secrets that can be distinguished from other text. Each begins with a lookbehind or a fixed string, so matching takes
 * linear time.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  // A JSON Web Token.
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  // A bcrypt hash.
  /\$2[abxy]?\$\d\d\$[./A-Za-z\d]{53}/g,
  // A private key.
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g,
  // A key of a payment provider, or a webhook signing secret, which is base64.
  /(?<![A-Za-z\d])(?:sk|rk|whsec)_[\w+/=-]{8,}/g,
  // Content keys have 26 hexadecimal digits, admin keys and stored secrets 64 or more; request and trace ids have 32.
  /(?<![\dA-Za-z])(?:[\da-fA-F]{26}|[\da-fA-F]{48,})(?![\dA-Za-z])/g,
  // At least 32 random bytes in base64url: sessions, invitations, password resets, sign-in links.
  /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43,}/g,
];

/** User and password before the host of a URL. */
const URL_CREDENTIALS = /(?<=[a-z\d]:\/\/)[^\s"'<>]{0,1024}@/gi;

/** The text with `[redacted]` in place of every part that has the format of a secret. */
export function textWithoutSecrets(text: string): string {
  const withoutCredentials = text.includes('://') ? text.replace(URL_CREDENTIALS, `${REDACTED}@`) : text;
  return SECRET_SHAPES.reduce((result, shape) => result.replace(shape, REDACTED), withoutCredentials);
}

/** Whether a field, header or parameter with this name has a secret value. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replace(/[^a-z\d]/g, ''));
}

/** The logged fields of an error. Other fields are not logged: libraries add statements, parameters, rows and inputs to errors. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack } = error;
  return {
    type: name,
    message: textWithoutSecrets(message),
    ...(stack !== undefined && { stack: textWithoutSecrets(stack) }),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('constraint' in error && typeof error.constraint === 'string' && { constraint: error.constraint }),
    ...(error instanceof AggregateError && { errors: redacted(error.errors, depth + 1) }),
    ...(error.cause !== undefined && { cause: redacted(error.cause, depth + 1) }),
  };
}

/** A copy of a value for a log line. At any depth, fields with the name of a secret and strings with the format of one are redacted. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return textWithoutSecrets(value);
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
