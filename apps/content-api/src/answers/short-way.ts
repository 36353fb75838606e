import { Metrics, type ReadyAnswer, type RequestTimes } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { DirectQuestions } from '../reading/direct-questions';
import { acceptedEncoding } from './accepted-encoding';
import type { Encoding } from './answer';
import { AnswerCache, type KnownUrl } from './answer-cache';
import { Answers } from './answers';
import { representationHeaders } from './send-representation';
import { UsualHeaders } from './usual-headers';

/** What an unchanged answer repeats beside its validator (RFC 9110, 15.4.5), and what a browser needs to let it be read. */
const repeated = new Set(['cache-control', 'vary', 'content-version', 'access-control-allow-origin']);

type Form = 'full' | 'unchanged';
type Forms = Partial<Record<`${Encoding} ${Form}`, ReadyAnswer>>;

/**
 * Answers ahead of the framework: a URL that was answered before at once, another of the usual form as soon as its answer is
 * made. A known URL has its key in it, and a key that goes raises the revision, which forgets every URL. Whoever brings a token,
 * or asks in an unusual way, goes through the framework.
 */
@Injectable()
export class ShortWay {
  private readonly prepared = new WeakMap<KnownUrl, Forms>();

  constructor(
    private readonly cache: AnswerCache,
    private readonly questions: DirectQuestions,
    private readonly answers: Answers,
    private readonly usual: UsualHeaders,
    private readonly metrics: Metrics,
  ) {}

  answer({ method, headers, url }: IncomingMessage): ReadyAnswer | Promise<ReadyAnswer | undefined> | undefined {
    if (method !== 'GET' || headers.authorization !== undefined || url === undefined) return undefined;
    const known = this.cache.findByUrl(url);
    return (known && this.repeat(known, headers)) ?? this.make(url, headers);
  }

  /** A known answer in the form asked for, put together once; undefined while it was never asked for in this encoding. */
  private repeat(known: KnownUrl, headers: IncomingHttpHeaders): ReadyAnswer | undefined {
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const form = formFor(known, headers);
    const forms = this.prepared.get(known) ?? {};
    if (!this.prepared.has(known)) this.prepared.set(known, forms);
    return (forms[`${encoding} ${form}`] ??= this.readyIn(encoding, form, known));
  }

  private make(url: string, headers: IncomingHttpHeaders): Promise<ReadyAnswer | undefined> | undefined {
    const asked = this.questions.understand(url);
    const usual = asked && this.usual.of(asked.version);
    if (!usual) return undefined;
    const answer = async (): Promise<ReadyAnswer | undefined> => {
      const question = await asked.question();
      if (!question) return undefined;
      const known = {
        key: question.key,
        answer: await this.answers.give(question),
        headers: usual,
        route: asked.route,
      };
      const encoding = acceptedEncoding(headers['accept-encoding']);
      await known.answer.in(encoding);
      this.cache.keepUrl(url, known);
      return this.readyIn(encoding, formFor(known, headers), known);
    };
    return answer();
  }

  private readyIn(encoding: Encoding, form: Form, { answer, headers, route }: KnownUrl): ReadyAnswer | undefined {
    const representation = answer.readyIn(encoding);
    if (!representation) return undefined;
    const { body, etag } = representation;
    const times = (status: number): RequestTimes => this.metrics.requestTimes({ method: 'GET', route, status });
    if (form === 'unchanged') {
      const isRepeated = (_: string, index: number): boolean => repeated.has(headers[index - (index % 2)] ?? '');
      return { status: 304, headers: [...headers.filter(isRepeated), 'etag', etag], times: times(304) };
    }
    const own = representationHeaders(answer, representation, encoding);
    return { status: 200, headers: [...headers, ...own], body, times: times(200) };
  }
}

function formFor({ answer }: KnownUrl, headers: IncomingHttpHeaders): Form {
  const asked = headers['if-none-match'];
  return asked !== undefined && answer.isNamedBy(asked) ? 'unchanged' : 'full';
}
