import {
  AdminApiConfiguration,
  CalendarGraphqlConfiguration,
  CommandLineConfiguration,
  ContentApiConfiguration,
  SchedulerWorkerConfiguration,
  ServiceConfiguration,
  variablesOf,
} from '@almanac/validation';
import { AddressGuard } from '@almanac/platform';
import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  CHART,
  chartValues,
  describeChart,
  type Manifest,
  mergeValues,
  byName,
  renderChart,
  type Values,
} from './render-chart';

const workloads: Record<string, new () => object> = {
  'content-api': ContentApiConfiguration,
  'admin-api': AdminApiConfiguration,
  'calendar-graphql': CalendarGraphqlConfiguration,
  'scheduler-worker': SchedulerWorkerConfiguration,
  migrate: CommandLineConfiguration,
};
/** The secret variables of a workload in production; those of the page /docs are for development. */
const secretsOf = (configurationClass: new () => object): string[] =>
  variablesOf(configurationClass)
    .filter(({ isSecret, name }) => isSecret && !name.startsWith('DOCS_'))
    .map(({ name }) => name)
    .sort();

interface Pod {
  metadata: { annotations: Record<string, string> };
  spec: Record<string, unknown> & { containers: (Record<string, unknown> & { image: string })[] };
}
const podOf = (manifest: Manifest | undefined): Pod => manifest?.spec.template as Pod;
const minimal = chartValues('minimal');
const full = chartValues('full');

/** A value for every secret variable. */
const everySecret = Object.fromEntries(
  [...new Set(Object.values(workloads).flatMap(secretsOf))].map((name) => [
    name,
    `${name} of at least thirty-two characters`,
  ]),
);

/** The variables that a workload does not get, although its configuration has them. */
const absentVariables: Record<string, RegExp | undefined> = {
  // The job of the command line only migrates; it stores no files and checks no tickets.
  migrate: /^(?:STORAGE_|CALENDAR_TICKET_)/,
  // The common replica is not one of the calendar's own server.
  'calendar-graphql': /^DATABASE_READ_URL$/,
};

describeChart('the Helm chart in production', () => {
  it('gives each workload a Secret with exactly the variables that it reads', () => {
    const secrets = byName(renderChart(mergeValues(minimal, { secrets: everySecret })), 'Secret');
    for (const [workload, configurationClass] of Object.entries(workloads)) {
      const read = secretsOf(configurationClass).filter((name) => !absentVariables[workload]?.test(name));
      expect([workload, Object.keys(secrets.get(workload)?.stringData ?? {}).sort()]).toEqual([workload, read]);
    }
    const calendar = secrets.get('calendar-graphql')?.stringData;
    expect(calendar?.DATABASE_URL).toBe(everySecret.CALENDAR_DATABASE_URL);
  });

  it('gives a calendar on its own server only its own replica', () => {
    const replica = 'postgres://almanac:secret@calendar-replica:5432/almanac';
    const replicaOf = (values: Values): string | undefined =>
      byName(renderChart(mergeValues(minimal, values)), 'Secret').get('calendar-graphql')?.stringData
        ?.DATABASE_READ_URL;
    const { CALENDAR_DATABASE_URL: _url, ...secrets } = everySecret;
    expect(replicaOf({ secrets })).toBe(everySecret.DATABASE_READ_URL);
    expect(replicaOf({ secrets: everySecret })).toBeUndefined();
    const workloadSecrets = { 'calendar-graphql': { DATABASE_READ_URL: replica } };
    expect(replicaOf({ secrets: everySecret, workloadSecrets })).toBe(replica);
  });

  it('needs SMTP_URL only without a region of Amazon SES', () => {
    const { SMTP_URL: _smtpUrl, ...secrets } = minimal.secrets as Record<string, string>;
    const withoutSmtp = { ...minimal, secrets };
    expect(() => renderChart(withoutSmtp)).toThrow('secrets.SMTP_URL is not set');
    for (const region of [
      { env: { SES_REGION: 'eu-central-1' } },
      { services: { 'scheduler-worker': { env: { SES_REGION: 'eu-central-1' } } } },
    ]) {
      const worker = byName(renderChart(mergeValues(withoutSmtp, region)), 'Secret').get('scheduler-worker');
      expect(Object.keys(worker?.stringData ?? {})).not.toContain('SMTP_URL');
    }
  });

  it('restarts exactly the pods whose secrets change', () => {
    const sums = (values: Values): Record<string, string | undefined> =>
      Object.fromEntries(
        [...byName(renderChart(values), 'Deployment')].map(([name, deployment]) => [
          name,
          podOf(deployment).metadata.annotations['checksum/secret'],
        ]),
      );
    const changed = (over: Values): string[] => {
      const [before, after] = [sums(full), sums(mergeValues(full, over))];
      return Object.keys(before).filter((name) => before[name] !== after[name]);
    };
    expect(changed({ secrets: { SMTP_URL: 'smtp://other:25' } })).toEqual(['scheduler-worker']);
    expect(changed({ secrets: { ENCRYPTION_KEY: 'another-key-of-at-least-32-characters' } }).sort()).toEqual([
      'admin-api',
      'scheduler-worker',
    ]);
    expect(changed({ existingSecrets: { 'calendar-graphql': { version: '8' } } })).toEqual(['calendar-graphql']);
    expect(changed({ logLevel: 'debug' })).toEqual([]);
  });

  it('mounts no token, limits the migration, pins digests, and places pods as the values say', () => {
    const manifests = renderChart(full);
    for (const account of byName(manifests, 'ServiceAccount').values())
      expect(account.automountServiceAccountToken).toBe(false);
    const [job] = byName(manifests, 'Job').values();
    expect(job?.spec).toMatchObject({ activeDeadlineSeconds: 3600, ttlSecondsAfterFinished: 86400, backoffLimit: 3 });
    expect(podOf(job).spec.containers[0]?.resources).toMatchObject({ limits: { memory: '576Mi' } });
    expect(podOf(job).spec.containers[0]?.image).toMatch(/^ghcr.io\/almanac\/cli@sha256:[\da-f]{64}$/);
    const deployments = byName(manifests, 'Deployment');
    expect(podOf(deployments.get('content-api')).spec.containers[0]?.image).toMatch(/\/content-api@sha256:/);
    expect(podOf(deployments.get('content-api')).spec.nodeSelector).toEqual({ disk: 'ssd' });
    for (const deployment of [...deployments.values(), job]) {
      const { spec } = podOf(deployment);
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        priorityClassName: 'production',
        tolerations: [{ key: 'dedicated' }],
        affinity: { nodeAffinity: expect.anything() },
        nodeSelector: expect.anything(),
        serviceAccountName: expect.stringMatching(/^test-/),
      });
    }
    const settings = new ServiceConfiguration();
    for (const deployment of deployments.values())
      expect(Number(podOf(deployment).spec.terminationGracePeriodSeconds) * 1000).toBeGreaterThan(
        5_000 + settings.shutdownTimeoutMs,
      );
  });

  it.each([
    [
      'two admin-api replicas on a claim for one',
      { services: { 'admin-api': { replicas: 2 } } },
      'share their storage',
    ],
    ['autoscaling to two on such a claim', { services: { 'admin-api': { maxReplicas: 2 } } }, 'share their storage'],
    ['no origin for staff', { adminUrl: '' }, 'adminUrl is required'],
    ['the origin of the site for staff', { adminUrl: 'https://example.com/a' }, 'has the host of siteUrl'],
    ['another port of the site for staff', { adminUrl: 'https://example.com:8443' }, 'has the host of siteUrl'],
    [
      'the host for staff as that of the calendar',
      { calendarUrl: 'https://admin.example.com' },
      'calendarUrl has the host of adminUrl',
    ],
    ['no storage for images', { storage: { existingClaim: '' } }, 'need storage'],
    ['no database', { secrets: { DATABASE_URL: '' } }, 'secrets.DATABASE_URL is not set'],
  ])('refuses %s', (_name, over, message) => {
    expect(() => renderChart(mergeValues(minimal, over))).toThrow(message);
  });

  it('accepts the host for staff as that of the calendar without the Ingress', () => {
    const over = { calendarUrl: 'https://admin.example.com', ingress: { enabled: false } };
    expect(() => renderChart(mergeValues(minimal, over))).not.toThrow();
  });

  it('accepts several admin-api replicas with a shared claim', () => {
    const shared = {
      services: { 'admin-api': { replicas: 2, maxReplicas: 4 } },
      storage: { accessMode: 'ReadWriteMany' },
    };
    expect(() => renderChart(mergeValues(minimal, shared))).not.toThrow();
  });

  it('allows the worker and admin-api to reach public addresses only, and the other services none', () => {
    interface Block {
      ipBlock?: { cidr: string; except?: string[] };
    }
    const policies = byName(renderChart(minimal), 'NetworkPolicy');
    const guard = new AddressGuard();
    for (const [workload, { spec }] of policies) {
      const blocks = (spec.egress as { to?: Block[] }[])
        .flatMap(({ to = [] }) => to)
        .flatMap(({ ipBlock }) => ipBlock ?? []);
      expect(blocks.map(({ cidr }) => cidr)).toEqual(
        ['scheduler-worker', 'admin-api'].includes(workload) ? ['0.0.0.0/0', '2000::/3'] : [],
      );
      for (const range of blocks.flatMap(({ except = [] }) => except))
        expect([range, guard.isAllowed(range.split('/')[0] ?? '')]).toEqual([range, false]);
    }
    const source = readFileSync(join(CHART, '../../../libs/platform/src/outbound/address-guard.ts'), 'utf8');
    const list = /SPECIAL_RANGES = \[([\s\S]*?)\];/.exec(source)?.[1] ?? '';
    const ranges = [...list.matchAll(/'([\d.a-f:]+\/\d+)'/g)].map(([, range]) => range);
    const text = readFileSync(join(CHART, 'templates/network-policy.yaml'), 'utf8');
    // The policy allows nothing outside 2000::/3.
    const outside = ['::/3', '4000::/2', '8000::/1'];
    expect([...text.matchAll(/^- ([\d.a-f:]+\/\d+)$/gm)].map(([, range]) => range)).toEqual(
      ranges.filter((range) => !outside.includes(range ?? '')),
    );
  });
});

describe('values.schema.json', () => {
  const schema = parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object;
  const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;
  const accepts = new Ajv({ allErrors: true, strict: false }).compile(schema);
  const problems = (over: Values): string[] => {
    accepts(mergeValues(mergeValues(defaults, minimal), over));
    return (accepts.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  it('accepts both examples', () => {
    expect(problems({})).toEqual([]);
    expect(problems(full)).toEqual([]);
  });

  it('knows every secret variable', () => {
    expect(problems({ secrets: everySecret })).toEqual([]);
  });

  it.each<[string, Values]>([
    ['/siteUrl', { siteUrl: '' }],
    ['/siteUrl', { siteUrl: 'example.com' }],
    ['/ingress/host', { ingress: { host: '' } }],
    [
      '/services/content-api/resources/limits/memory',
      { services: { 'content-api': { resources: { limits: { memory: '256Mi' } } } } },
    ],
    ['/services/content-api/replicas', { services: { 'content-api': { replicas: 0 } } }],
    ['/services', { services: { blog: { replicas: 1, maxReplicas: 1 } } }],
    ['/image/digests/cli', { image: { digests: { cli: 'sha256:abc' } } }],
    ['/secrets/ENCRYPTION_KEY', { secrets: { ENCRYPTION_KEY: 'short' } }],
    ['/secrets', { secrets: { DATABSE_URL: 'postgres://…' } }],
    ['/storage/accessMode', { storage: { accessMode: 'Any' } }],
    ['/networkPolicy/database/ports/0', { networkPolicy: { database: { ports: ['5432'] } } }],
    ['', { replicas: 3 }],
  ])('refuses a wrong value at %s', (path, over) => {
    expect(problems(over).some((problem) => problem.startsWith(`${path} `))).toBe(true);
  });
});
