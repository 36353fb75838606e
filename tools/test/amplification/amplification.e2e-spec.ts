import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { LocalDescription } from '../../src/local-description';
import { LocalInstallation, type LocalRun, processesNaming } from '../local-run';
import { adminRequests } from './admin-requests';
import { calendarRequests } from './calendar-requests';
import { contentRequests } from './content-requests';
import { FIRST_DOCUMENT, lexicalRequests } from './lexical-requests';
import { type Cost, MeasuredProcess, UNANSWERED } from './measured-process';
import type { WorstRequest } from './request';

jest.setTimeout(900_000);

/** Other work on the machine makes the same request cost more. */
const MOST_CPU_MS = 2_000;
const MOST_MEMORY_MB = 200;
const MAX_ATTEMPTS = 3;
const UNANSWERED_AFTER_MS = 30_000;
/** The status with which routes for staff refuse an integration. */
const NOT_IMPLEMENTED = 501;
/** File for the figures; optional. */
const { AMPLIFICATION_REPORT } = process.env;

type Measured = WorstRequest & Cost;

const isBeyond = ({ status, cpuMs, memoryMb, health }: Cost): boolean =>
  (status >= 500 && status !== NOT_IMPLEMENTED) ||
  cpuMs > MOST_CPU_MS ||
  memoryMb > MOST_MEMORY_MB ||
  health.failed > 0 ||
  health.answered === 0;

/** The headers of an integration, valid for five minutes. */
function signed({ adminKey, adminApiUrl }: LocalDescription, version: string): Record<string, string> {
  const [id = '', secret = ''] = adminKey.split(':');
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: id })}.${encode({ iat: now, exp: now + 300, aud: `/${version}/admin/` })}`;
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('base64url');
  return { authorization: `Ghost ${text}.${signature}`, origin: adminApiUrl };
}

/**
 * Other programs can make a request cost more, or exceed a time limit: then it is measured again. The last result counts, with the most
 * memory of all.
 */
async function measureOften(measure: () => Promise<Cost>): Promise<Cost> {
  let memoryMb = 0;
  for (let attempt = 1; ; attempt += 1) {
    const cost = await measure();
    memoryMb = Math.max(memoryMb, cost.memoryMb);
    if (!isBeyond(cost) || cost.status === UNANSWERED || attempt === MAX_ATTEMPTS) return { ...cost, memoryMb };
  }
}

describe('the most expensive requests', () => {
  let installation: LocalInstallation;
  let run: LocalRun;
  let local: LocalDescription;
  beforeAll(async () => {
    installation = await LocalInstallation.create();
    run = installation.start({ RATE_LIMITS: 'off' });
    local = await run.ready();
  });
  afterAll(async () => {
    run.kill('SIGINT');
    await run.end();
    installation.remove();
  });

  function processOf(service: string, url: string): MeasuredProcess {
    const ours = new Set(processesNaming(installation.state));
    const pid = processesNaming(`apps/${service}/dist/main.js`).find((each) => ours.has(each));
    if (pid === undefined) throw new Error(`${service} does not run.`);
    return new MeasuredProcess(pid, url);
  }

  /** Sends the requests one after the other. `sign` returns fresh headers, because they expire. */
  async function measureAll(
    service: string,
    url: string,
    requests: readonly WorstRequest[],
    sign: () => Record<string, string> = () => ({}),
  ): Promise<Measured[]> {
    const measured = processOf(service, url);
    const costs: Measured[] = [];
    for (const request of requests) {
      const { path, method, headers, body } = request;
      const send = () => {
        const signal = AbortSignal.timeout(UNANSWERED_AFTER_MS);
        return fetch(url + path, { method, headers: { ...headers, ...sign() }, body, redirect: 'manual', signal });
      };
      costs.push({ ...request, ...(await measureOften(() => measured.measure(send))) });
      // The next requests would only wait for this one.
      if (costs.at(-1)?.status === UNANSWERED) break;
    }
    report(service, costs);
    return costs;
  }

  function report(service: string, costs: readonly Measured[]): void {
    if (AMPLIFICATION_REPORT === undefined) return;
    const lines = [...costs]
      .sort((a, b) => b.cpuMs - a.cpuMs)
      .map(({ name, status, cpuMs, memoryMb, health }) =>
        [cpuMs, memoryMb, health.answered, health.failed, status, name].join('\t'),
      );
    writeFileSync(AMPLIFICATION_REPORT, `${service}\n${lines.join('\n')}\n\n`, { flag: 'a' });
  }

  const describeCost = ({ name, status, cpuMs, memoryMb, health }: Measured) =>
    `${name}: status ${status}, ${cpuMs} ms, ${memoryMb} MB, health ${health.answered} answered, ${health.failed} failed`;

  function expectBounded(costs: readonly Measured[]): void {
    expect(costs.filter(isBeyond).map(describeCost)).toEqual([]);
  }

  it('cost content-api at most two seconds of CPU and 200 MB', async () => {
    expectBounded(await measureAll('content-api', local.contentApiUrl, contentRequests(local.contentKey)));
  });

  it('cost admin-api at most two seconds of CPU and 200 MB', async () => {
    const sign = () => signed(local, 'v3');
    expectBounded(await measureAll('admin-api', local.adminApiUrl, adminRequests({}), sign));
  });

  it('cost admin-api at most two seconds of CPU and 200 MB as lexical, after the first document', async () => {
    const sign = () => signed(local, 'canary');
    await measureAll('admin-api', local.adminApiUrl, [FIRST_DOCUMENT], sign);
    expectBounded(await measureAll('admin-api', local.adminApiUrl, lexicalRequests, sign));
  });

  it('cost calendar-graphql at most two seconds of CPU and 200 MB', async () => {
    const { hash, username } = local.calendarSession;
    const requests = [
      ...calendarRequests(hash),
      { name: 'a feed of all these events', path: `/calendars/${username}.ics` },
    ];
    expectBounded(await measureAll('calendar-graphql', local.calendarUrl, requests));
  });
});
