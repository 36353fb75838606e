import { resolve } from 'node:path';
import { getGlobalDispatcher } from 'undici';
import { type Area, RecordedExchanges } from './exchange';
import type { Outcome } from './replay';
import { StagedSite } from './staged-site';
import { valueDifferences } from './value-differences';

const FOLDER = process.env.ALMANAC_EXCHANGES ?? resolve(__dirname, '../../../../shared/exchanges');
const recorded = new RecordedExchanges(FOLDER);

const contentAreas = /^(content-|gating|labs-off)/;
/** No site is rendered here: the sign-in of members is our own (sections A and C). */
const leftOut = new Set(['members-app']);
/** The share of exchanges that have to be equal, or differ as a numbered row says. */
const bars = { content: 0.98, admin: 0.97 };

function notice(): void {
  process.stderr.write(`
  ############################################################################
  #  NO RECORDED EXCHANGES at ${FOLDER}
  #  The contract suite DOES NOT RUN here. Set ALMANAC_EXCHANGES to the folder
  #  that holds v2/, v3/ and dataset.json.
  ############################################################################
`);
}

function areasOf(version: string): Area[] {
  const order = ({ name }: Area): number => (contentAreas.test(name) ? 0 : 1);
  return recorded
    .areas(version)
    .filter(({ name }) => !leftOut.has(name))
    .sort((a, b) => order(a) - order(b));
}

interface Report {
  area: Area;
  outcomes: Outcome[];
}

function lineOf({ area, outcomes }: Report): string {
  const equal = outcomes.filter(({ explained, unexplained }) => explained.length + unexplained.length === 0).length;
  const wrong = outcomes.filter(({ unexplained }) => unexplained.length > 0).length;
  const total = outcomes.length;
  return `${area.version}/${area.name}: ${equal} equal, ${total - equal - wrong} as a row demands, ${wrong} not; of ${total}`;
}

function faultsOf({ outcomes }: Report): string[] {
  return outcomes.flatMap(({ exchange, unexplained }) =>
    unexplained.map(
      ({ at, expected, actual }) =>
        `${exchange.name} (${exchange.request.method} ${exchange.request.path}) ${at}: ${expected} → ${actual}`,
    ),
  );
}

function shareOf(reports: Report[]): number {
  const outcomes = reports.flatMap((report) => report.outcomes);
  return outcomes.filter(({ unexplained }) => unexplained.length === 0).length / outcomes.length;
}

async function playedOn(site: StagedSite, area: Area): Promise<Outcome[]> {
  // Between these two areas of v3 the recorded site was tidied.
  if (area.name === 'admin-posts' && area.version === 'v3') await site.removePosts('noslash', 'formtitle');
  if (area.name !== 'labs-off') return site.replay.run(area);
  await site.setSetting('labs', '{"members":false}');
  const outcomes = await site.replay.run(area);
  await site.setSetting('labs', '{"members":true}');
  return outcomes;
}

const suite = recorded.areThere ? describe : describe.skip;
if (!recorded.areThere) notice();

suite('the recorded exchanges', () => {
  const reports: Report[] = [];

  beforeAll(async () => {
    for (const version of ['v2', 'v3']) {
      const site = await StagedSite.open(recorded);
      try {
        for (const area of areasOf(version)) {
          if (!contentAreas.test(area.name)) await site.setSetting('logo', null);
          reports.push({ area, outcomes: await playedOn(site, area) });
        }
      } finally {
        await site.close();
      }
    }
    process.stdout.write(`${reports.map(lineOf).join('\n')}\n`);
  }, 400_000);

  afterAll(() => getGlobalDispatcher().close());

  it.each(['content', 'admin'] as const)('of the %s areas are answered as recorded, or as a row demands', (api) => {
    const own = reports.filter(({ area }) => contentAreas.test(area.name) === (api === 'content'));
    const faults = own.flatMap(faultsOf);
    process.stdout.write(`${api}: ${(shareOf(own) * 100).toFixed(1)} %\n${faults.join('\n')}\n`);
    expect(shareOf(own)).toBeGreaterThanOrEqual(bars[api]);
  });

  it('find the same posts, pages and settings in the same order, on as many pages', () => {
    const lists = reports.filter(({ area }) => contentAreas.test(area.name)).flatMap(({ outcomes }) => outcomes);
    const faults = lists
      .filter(({ exchange, answer }) => exchange.response.status === 200 && answer.status === 200)
      .flatMap(({ exchange, answer }) =>
        valueDifferences(exchange, answer.body).map(
          ({ at, expected, actual }) => `${exchange.name} ${exchange.request.path} ${at}: ${expected} → ${actual}`,
        ),
      );
    expect(faults).toEqual([]);
  });
});
