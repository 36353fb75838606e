/** The bytes of a string in UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Decodes a hexadecimal string. @throws TypeError when the string is empty or not hexadecimal */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})+$/i.test(text)) throw new TypeError('The string is not hexadecimal.');
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/** Decodes base64 with or without padding. @returns undefined when the string is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const unpadded = text.replace(/={1,2}$/, '');
  const isPadded = unpadded !== text;
  if (!/^[A-Za-z0-9+/]*$/.test(unpadded) || unpadded.length % 4 === 1) return undefined;
  if (isPadded && text.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Encodes bytes as base64 for URLs, without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** A key for HMAC with SHA-256. */
export const hmacKey = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
