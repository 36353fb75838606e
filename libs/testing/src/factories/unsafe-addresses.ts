/**
 * Strings that have to be rejected as e-mail addresses. Most are not exactly one address in a mail header, or mail programs can read them
 * as another address. Quoted local parts, comments and IP addresses are rejected in general.
 */
export const unsafeAddresses: readonly string[] = [
  'a@x.io\r\nBcc: evil@evil.example',
  'a@x.io\nBcc: evil@evil.example',
  'a@x.io\r',
  '\r\na@x.io',
  '"a\r\nBcc: evil@evil.example"@x.io',
  '"a\nb"@x.io',
  '"a\rb"@x.io',
  '"a\tb"@x.io',
  '"a b"@x.io',
  '"quoted"@x.io',
  '"evil@evil.example,"@x.io',
  'a\u0085b@x.io',
  'a\u2028b@x.io',
  'a\u200bb@x.io',
  'a\u202eb@x.io',
  'a\u00a0b@x.io',
  'a@x.io,evil@evil.example',
  'a@x.io;evil@evil.example',
  'a@x.io evil@evil.example',
  'A Name <a@x.io>',
  '<a@x.io>',
  'a(comment)@x.io',
  '=?utf-8?q?=61=40evil.example=3e?=@x.io',
  'group:a@x.io;',
  'a\\b@x.io',
  'a@[127.0.0.1]',
];

/** E-mail addresses that have to be accepted. */
export const safeAddresses: readonly string[] = [
  'a@x.io',
  'first.last+tag@sub.example.co.uk',
  "o'neil@example.com",
  'jürgen@example.com',
  'a_b-c=d@example.com',
];
