import {
  AdminApiConfiguration,
  CalendarGraphqlConfiguration,
  ContentApiConfiguration,
  SchedulerWorkerConfiguration,
  variablesOf,
} from '@almanac/validation';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

const ROOT = resolve(__dirname, '../../..');
/** Where Debian's packages put Sprig and the YAML library Helm uses. */
const GOPATH = '/usr/share/gocode';

const services: Record<string, new () => object> = {
  'content-api': ContentApiConfiguration,
  'admin-api': AdminApiConfiguration,
  'calendar-graphql': CalendarGraphqlConfiguration,
  'scheduler-worker': SchedulerWorkerConfiguration,
};

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
}

interface PodSpec {
  containers: {
    env: { name: string; value: string }[];
    securityContext: Record<string, unknown>;
    ports: { name: string }[];
    volumeMounts?: { name: string }[];
  }[];
  volumes?: { name: string }[];
}

function render(values = ''): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-chart-'));
  try {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, values);
    const words = ['run', join(ROOT, 'tools/helm/render.go'), join(ROOT, 'deploy/helm/almanac'), file];
    const run = spawnSync('go', words, {
      encoding: 'utf8',
      env: { ...process.env, GO111MODULE: 'off', GOPATH, GOCACHE: join(tmpdir(), 'almanac-go-cache') },
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return parseAllDocuments(run.stdout)
      .map((document) => document.toJS() as Manifest | null)
      .filter((manifest) => manifest !== null);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const named = (manifests: Manifest[], kind: string): Map<string, Manifest> =>
  new Map(
    manifests
      .filter((manifest) => manifest.kind === kind)
      .map((manifest) => [manifest.metadata.name.replace('test-', ''), manifest]),
  );
const podOf = (manifest: Manifest | undefined): PodSpec => (manifest?.spec.template as { spec: PodSpec }).spec;

const canRender =
  spawnSync('go', ['version']).status === 0 && existsSync(join(GOPATH, 'src/github.com/Masterminds/sprig'));
if (!canRender)
  process.stderr.write(
    '\n### NO GO WITH SPRIG: the Helm chart is NOT rendered and NOT checked here (apt: golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev).\n\n',
  );

// In CI the engine is installed, so there its absence is a failure and not a reason to skip.
(canRender || process.env.CI ? describe : describe.skip)('the Helm chart', () => {
  let manifests: Manifest[];
  beforeAll(() => {
    manifests = render();
  }, 120_000);

  it('renders every kind an installation needs, for each service', () => {
    for (const kind of ['Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'NetworkPolicy']) {
      expect([...named(manifests, kind).keys()].sort()).toEqual(Object.keys(services).sort());
    }
    expect(named(manifests, 'Ingress').size).toBe(1);
    expect(named(manifests, 'Job').size).toBe(1);
  });

  it('selects the pods it makes', () => {
    for (const [service, deployment] of named(manifests, 'Deployment')) {
      const labels = (deployment.spec.template as Manifest).metadata.labels;
      const selectors = [
        (deployment.spec.selector as { matchLabels: object }).matchLabels,
        named(manifests, 'Service').get(service)?.spec.selector,
        (named(manifests, 'PodDisruptionBudget').get(service)?.spec.selector as { matchLabels: object }).matchLabels,
        (named(manifests, 'NetworkPolicy').get(service)?.spec.podSelector as { matchLabels: object }).matchLabels,
      ];
      for (const selector of selectors) expect(labels).toMatchObject(selector as object);
    }
  });

  it('gives services only variables they know, and mounts only volumes it declares', () => {
    for (const [service, deployment] of named(manifests, 'Deployment')) {
      const Configuration = services[service];
      // SITE_URL is one value for all; the calendar has no site and does not read it.
      const known = [...(Configuration ? variablesOf(Configuration) : []).map(({ name }) => name), 'SITE_URL'];
      const { containers, volumes = [] } = podOf(deployment);
      for (const { env, volumeMounts = [] } of containers) {
        expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
        expect(volumeMounts.filter((mount) => !volumes.some(({ name }) => name === mount.name))).toEqual([]);
      }
    }
  });

  it('runs nothing as root and nothing that can write its own files', () => {
    for (const manifest of [...named(manifests, 'Deployment').values(), ...named(manifests, 'Job').values()]) {
      for (const { securityContext } of podOf(manifest).containers) {
        expect(securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: 1000,
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        });
      }
    }
  });

  it('migrates before an upgrade', () => {
    const [job] = named(manifests, 'Job').values();
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  it('routes the paths of the APIs to their services', () => {
    const [ingress] = named(manifests, 'Ingress').values();
    const [rule] = ingress?.spec.rules as {
      http: { paths: { path: string; backend: { service: { name: string } } }[] };
    }[];
    const routes = Object.fromEntries(
      (rule?.http.paths ?? []).map(({ path, backend }) => [path, backend.service.name]),
    );
    expect(routes).toMatchObject({
      '/ghost/api/v3/content': 'test-content-api',
      '/ghost/api/canary/admin': 'test-admin-api',
      '/ghost/api/admin': 'test-admin-api',
      '/members': 'test-admin-api',
      '/graphql': 'test-calendar-graphql',
      '/sign-in': 'test-calendar-graphql',
    });
  });

  it('follows its values: no autoscaling means fixed replicas, a claim means mounted images', () => {
    const changed = render(
      'autoscaling: { enabled: false }\nnetworkPolicy: { enabled: false }\nstorage: { existingClaim: images }\nservices: { content-api: { replicas: 5 } }\n',
    );
    expect(named(changed, 'HorizontalPodAutoscaler').size).toBe(0);
    expect(named(changed, 'NetworkPolicy').size).toBe(0);
    expect(named(changed, 'Deployment').get('content-api')?.spec.replicas).toBe(5);
    expect(podOf(named(changed, 'Deployment').get('admin-api')).volumes).toContainEqual({
      name: 'content',
      persistentVolumeClaim: { claimName: 'images' },
    });
  }, 60_000);
});
