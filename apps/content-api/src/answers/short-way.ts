import type { Metrics, ReadyAnswer, RequestTimes, ShortWay } from '@almanac/platform';
import { acceptedEncoding } from './accepted-encoding';
import type { Encoding } from './answer';
import type { AnswerCache, KnownUrl } from './answer-cache';
import { representationHeaders } from './send-representation';

/** What an unchanged answer repeats beside its validator (RFC 9110, 15.4.5), and what a browser needs to let it be read. */
const repeated = new Set(['cache-control', 'vary', 'content-version', 'access-control-allow-origin']);

interface Ready {
  full: ReadyAnswer;
  unchanged: ReadyAnswer;
}

/** Both ways to answer a URL again in one encoding; undefined while that encoding was never asked for. */
function readyFor({ answer, headers, route }: KnownUrl, encoding: Encoding, metrics: Metrics): Ready | undefined {
  const representation = answer.readyIn(encoding);
  if (!representation) return undefined;
  const { body, etag } = representation;
  const times = (status: number): RequestTimes => metrics.requestTimes({ method: 'GET', route, status });
  const isRepeated = (_: string, index: number): boolean => repeated.has(headers[index - (index % 2)] ?? '');
  return {
    full: {
      status: 200,
      headers: [...headers, ...representationHeaders(answer, representation, encoding)],
      body,
      times: times(200),
    },
    unchanged: { status: 304, headers: [...headers.filter(isRepeated), 'etag', etag], times: times(304) },
  };
}

/**
 * Answers a URL that was answered before at once, ahead of the framework. The URL has its key in it, and a key that goes
 * raises the revision, which forgets every URL. Whoever brings a token takes the long way.
 */
export function shortWay(cache: AnswerCache, metrics: Metrics): ShortWay {
  const prepared = new WeakMap<KnownUrl, Partial<Record<Encoding, Ready>>>();
  const formsOf = (known: KnownUrl): Partial<Record<Encoding, Ready>> => {
    const forms = prepared.get(known) ?? {};
    if (!prepared.has(known)) prepared.set(known, forms);
    return forms;
  };
  return ({ method, headers, url }): ReadyAnswer | undefined => {
    if (method !== 'GET' || headers.authorization !== undefined || url === undefined) return undefined;
    const known = cache.findByUrl(url);
    if (!known) return undefined;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const ready = (formsOf(known)[encoding] ??= readyFor(known, encoding, metrics));
    const asked = headers['if-none-match'];
    return asked !== undefined && known.answer.isNamedBy(asked) ? ready?.unchanged : ready?.full;
  };
}
