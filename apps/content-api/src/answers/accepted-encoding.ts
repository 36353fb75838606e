import type { Encoding } from './answer';

/** What clients send over and over, remembered: the header is parsed once per spelling. */
const known = new Map<string, Encoding>();
const MOST_KNOWN = 100;

function weightOf(header: string, coding: string): number {
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.trim().split(/\s*;\s*/);
    if (name.toLowerCase() !== coding) continue;
    const weight = parameters.find((parameter) => /^q=/i.test(parameter));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

function choose(header: string): Encoding {
  const [br, gzip, any] = [weightOf(header, 'br'), weightOf(header, 'gzip'), weightOf(header, '*')];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 || any > 0 ? 'gzip' : 'identity';
}

/** The best encoding an `Accept-Encoding` header allows (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity';
  const remembered = known.get(header);
  if (remembered) return remembered;
  const encoding = choose(header);
  if (known.size < MOST_KNOWN) known.set(header, encoding);
  return encoding;
}
