import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalInstallation, type LocalRun, ROOT } from '../local-run';
import {
  CLIENT_RUNS,
  type ClientRun,
  installClients,
  runClient,
  type SiteForClients,
  writeUploads,
} from './client-run';
import { failuresOf, type KnownFailures, nameOf, shareOfWorkingCalls, updatedFailures, withSection } from './report';

jest.setTimeout(300_000);

const DOCUMENT = join(ROOT, 'docs/COMPATIBILITY.md');
const KNOWN = join(ROOT, 'tools/clients/known-failures.json');
const IS_UPDATE = process.env.UPDATE_COMPATIBILITY === 'true';

describe('clients of Ghost, unchanged, against the running services', () => {
  const known = JSON.parse(readFileSync(KNOWN, 'utf8')) as KnownFailures;
  const runs: ClientRun[] = [];
  const uploads = mkdtempSync(join(tmpdir(), 'almanac-uploads-'));
  let installation: LocalInstallation;
  let almanac: LocalRun;
  let folder: string;
  let site: SiteForClients;

  beforeAll(async () => {
    installation = await LocalInstallation.create();
    almanac = installation.start();
    const [local, installed] = await Promise.all([almanac.ready(), installClients()]);
    folder = installed;
    // Clients of Ghost know one address for both APIs.
    const { siteUrl, contentKey, adminKey, mailboxUrl } = local;
    site = { url: siteUrl, contentKey, adminKey, webhookUrl: `${mailboxUrl}/hook`, ...writeUploads(uploads) };
  });
  afterAll(async () => {
    almanac.kill('SIGINT');
    await almanac.end();
    installation.remove();
    rmSync(uploads, { recursive: true });
  });

  it.each(CLIENT_RUNS)('%s with %s: all calls work but the known ones', async (client, version) => {
    const run = await runClient(client, version, { site, folder });
    runs.push(run);
    const failures = failuresOf(run);
    if (IS_UPDATE) return;
    expect({ run: nameOf(run), failures: Object.keys(failures) }).toEqual({
      run: nameOf(run),
      failures: Object.keys(known[nameOf(run)] ?? {}),
    });
  });

  it('can use at least 95 % of their calls', () => {
    expect(runs).toHaveLength(CLIENT_RUNS.length);
    expect(shareOfWorkingCalls(runs)).toBeGreaterThanOrEqual(0.95);
  });

  it('are listed in docs/COMPATIBILITY.md (UPDATE_COMPATIBILITY=true writes it)', () => {
    const failures = updatedFailures(runs, known);
    const document = readFileSync(DOCUMENT, 'utf8');
    const expected = withSection(document, runs, failures);
    if (IS_UPDATE) {
      writeFileSync(KNOWN, `${JSON.stringify(failures, null, 2)}\n`);
      writeFileSync(DOCUMENT, expected);
    }
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(expected);
  });
});
