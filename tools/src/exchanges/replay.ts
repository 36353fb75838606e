import { type Answer, ask, type Call } from './answers';
import { headerDifferences } from './header-differences';
import { type Difference, shapeDifferences, unique } from './differences';
import type { Area, Exchange, JsonValue, RecordedPart } from './exchange';
import { explanationOf } from './explained-differences';
import type { FilledSite } from './filled-site';
import { multipartBody } from './multipart';
import type { RecordedIdentities } from './recorded-identities';
import type { Credentials } from './credentials';
import type { StandIns } from './stand-ins';

/** How one exchange went. */
export interface Outcome {
  exchange: Exchange;
  answer: Answer;
  /** Differences a numbered row of the specification demands, with the row's number. */
  explained: { difference: Difference; row: string }[];
  unexplained: Difference[];
}

/** Plays recorded exchanges against the services, one after the other, as they were recorded. */
export class Replay {
  constructor(
    private readonly site: FilledSite,
    private readonly identities: RecordedIdentities,
    private readonly credentials: Credentials,
    private readonly standIns: StandIns,
  ) {}

  async run(area: Area): Promise<Outcome[]> {
    this.credentials.forget();
    const outcomes: Outcome[] = [];
    for (const exchange of area.exchanges) outcomes.push(await this.play(exchange, area));
    return outcomes;
  }

  private async play(exchange: Exchange, area: Area): Promise<Outcome> {
    await this.standIns.prepare(exchange);
    const version = /^\/ghost\/api\/(v2|v3|canary)\//.exec(exchange.request.path)?.[1] ?? area.version;
    const answer = await ask(await this.callOf(exchange, version));
    if (answer.status < 300) this.identities.learn(exchange.response.body, answer.body);
    const differences = await this.differencesOf(exchange, answer, version);
    const explained: Outcome['explained'] = [];
    const unexplained: Difference[] = [];
    for (const difference of differences) {
      const row = explanationOf(exchange, difference, answer);
      if (row === undefined) unexplained.push(difference);
      else explained.push({ difference, row });
    }
    return { exchange, answer, explained, unexplained };
  }

  private async differencesOf(exchange: Exchange, answer: Answer, version: string): Promise<Difference[]> {
    const response = JSON.stringify(exchange.response);
    const expected = JSON.parse(this.filled(await this.credentials.fill(response, exchange, version)));
    if (expected.status !== answer.status) {
      const actual = `${answer.status} ${JSON.stringify(answer.body).slice(0, 400)}`;
      return [{ at: 'status', expected: String(expected.status), actual }];
    }
    return unique([
      ...shapeDifferences(expected.body, answer.body),
      ...headerDifferences(expected.headers, answer.headers),
    ]);
  }

  private async callOf(exchange: Exchange, version: string): Promise<Call> {
    const { method, path, headers } = exchange.request;
    const { contentApi, adminApi } = this.site.origins;
    const isContent = /^\/ghost\/api\/[^/]+\/+content\b|^\/ghost\/api\/content\b/i.test(path);
    const filledPath = this.identities.translate(await this.credentials.fill(path, exchange, version));
    const filledHeaders: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      filledHeaders[name] = this.filled(await this.credentials.fill(value, exchange, version));
    }
    return {
      method,
      url: `${isContent ? contentApi : adminApi}${this.filled(filledPath)}`,
      headers: filledHeaders,
      ...(exchange.request.body !== undefined && { body: await this.bodyOf(exchange, headers['content-type']) }),
    };
  }

  private async bodyOf(exchange: Exchange, contentType: string | undefined): Promise<string | Buffer> {
    const { body } = exchange.request;
    const parts = partsIn(body);
    if (parts) return multipartBody(parts, /boundary=(.+)$/.exec(contentType ?? '')?.[1] ?? 'boundary');
    if (typeof body === 'string') return this.filled(body);
    const timely = await this.standIns.withTimesOfToday(exchange);
    return this.identities.translate(this.filled(JSON.stringify(timely)));
  }

  private filled(text: string): string {
    return text.replaceAll('<site>', this.site.origins.site).replaceAll('<receiver>', 'http://127.0.0.1:9');
  }
}

function partsIn(body: JsonValue | undefined): RecordedPart[] | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { multipart } = body;
  if (!Array.isArray(multipart)) return undefined;
  const parts: RecordedPart[] = JSON.parse(JSON.stringify(multipart));
  return parts;
}
