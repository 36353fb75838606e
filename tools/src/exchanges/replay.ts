import { type ServiceResponse, sendRequest, type ServiceRequest } from './service-requests';
import { headerDifferences } from './header-differences';
import { type Difference, shapeDifferences, unique } from './differences';
import type { Area, Exchange, JsonValue, RecordedPart } from './exchange';
import { explanationOf } from './explained-differences';
import { outcomeDifferences } from './outcome-differences';
import type { FilledSite } from './filled-site';
import { multipartBody } from './multipart';
import type { RecordedIdentities } from './recorded-identities';
import type { Credentials } from './credentials';
import type { MissingSteps } from './missing-steps';

/** The result of one replayed exchange. */
export interface Outcome {
  exchange: Exchange;
  response: ServiceResponse;
  /** Deliberate differences with their reasons. */
  explained: { difference: Difference; reason: string }[];
  /** Differences without a reason: defects. */
  unexplained: Difference[];
}

/** Sends recorded requests to the services, in the order of the recording, and compares the responses. */
export class Replay {
  constructor(
    private readonly site: FilledSite,
    private readonly identities: RecordedIdentities,
    private readonly credentials: Credentials,
    private readonly missingSteps: MissingSteps,
  ) {}

  async run(area: Area): Promise<Outcome[]> {
    this.credentials.forgetSessions();
    const outcomes: Outcome[] = [];
    for (const exchange of area.exchanges) outcomes.push(await this.replay(exchange, area));
    return outcomes;
  }

  private async replay(exchange: Exchange, area: Area): Promise<Outcome> {
    await this.missingSteps.prepare(exchange);
    const version = /^\/ghost\/api\/(v2|v3|canary)\//.exec(exchange.request.path)?.[1] ?? area.version;
    const response = await sendRequest(await this.toServiceRequest(exchange, version));
    if (response.status < 300) this.identities.learn(exchange.response.body, response.body);
    const outcome: Outcome = { exchange, response, explained: [], unexplained: [] };
    for (const difference of await this.differencesOf(exchange, response, version)) {
      const reason = explanationOf(exchange, difference, response);
      if (reason === undefined) outcome.unexplained.push(difference);
      else outcome.explained.push({ difference, reason });
    }
    return outcome;
  }

  private async differencesOf(exchange: Exchange, response: ServiceResponse, version: string): Promise<Difference[]> {
    const text = this.withUrls(await this.credentials.fill(JSON.stringify(exchange.response), exchange, version));
    const recorded: Exchange['response'] = JSON.parse(text);
    if (recorded.status !== response.status) {
      const actual = `${response.status} ${JSON.stringify(response.body).slice(0, 400)}`;
      return [
        { at: 'status', expected: String(recorded.status), actual },
        ...outcomeDifferences({ ...exchange, response: recorded }, response),
      ];
    }
    return unique([
      ...shapeDifferences(recorded.body, response.body),
      ...headerDifferences(recorded.headers, response.headers),
    ]);
  }

  private async toServiceRequest(exchange: Exchange, version: string): Promise<ServiceRequest> {
    const { method, path, headers } = exchange.request;
    const { contentApi, adminApi } = this.site.origins;
    const isContent = /^\/ghost\/api\/[^/]+\/+content\b|^\/ghost\/api\/content\b/i.test(path);
    const filledPath = this.identities.translate(await this.credentials.fill(path, exchange, version));
    const filledHeaders: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      filledHeaders[name] = this.withUrls(await this.credentials.fill(value, exchange, version));
    }
    return {
      method,
      url: `${isContent ? contentApi : adminApi}${this.withUrls(filledPath)}`,
      headers: filledHeaders,
      ...(exchange.request.body !== undefined && { body: await this.bodyOf(exchange, headers['content-type']) }),
    };
  }

  private async bodyOf(exchange: Exchange, contentType: string | undefined): Promise<string | Buffer> {
    const { body } = exchange.request;
    const parts = partsIn(body);
    if (parts) return multipartBody(parts, /boundary=(.+)$/.exec(contentType ?? '')?.[1] ?? 'boundary');
    if (typeof body === 'string') return this.withUrls(body);
    const current = await this.missingSteps.withCurrentTimes(exchange);
    return this.identities.translate(this.withUrls(JSON.stringify(current)));
  }

  /** Replaces the placeholders of URLs. No program listens on the port of `<receiver>`. */
  private withUrls(text: string): string {
    return text.replaceAll('<site>', this.site.origins.site).replaceAll('<receiver>', 'http://127.0.0.1:9');
  }
}

/** The parts of a recorded multipart body; undefined for other bodies. */
function partsIn(body: JsonValue | undefined): RecordedPart[] | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { multipart } = body;
  if (!Array.isArray(multipart)) return undefined;
  const parts: RecordedPart[] = JSON.parse(JSON.stringify(multipart));
  return parts;
}
