import {
  AdminApiConfiguration,
  CalendarGraphqlConfiguration,
  ContentApiConfiguration,
  SchedulerWorkerConfiguration,
  variablesOf,
} from '@almanac/validation';
import {
  chartValues,
  describeChart,
  type Manifest,
  mergeValues,
  named,
  renderChart,
  type Values,
} from './render-chart';

const services: Record<string, new () => object> = {
  'content-api': ContentApiConfiguration,
  'admin-api': AdminApiConfiguration,
  'calendar-graphql': CalendarGraphqlConfiguration,
  'scheduler-worker': SchedulerWorkerConfiguration,
};

interface PodSpec {
  containers: {
    env: { name: string; value: string }[];
    securityContext: Record<string, unknown>;
    ports: { name: string }[];
    volumeMounts?: { name: string }[];
  }[];
  volumes?: { name: string }[];
}

const minimal: Values = chartValues('minimal');
const podOf = (manifest: Manifest | undefined): PodSpec => (manifest?.spec.template as { spec: PodSpec }).spec;

describeChart('the Helm chart', () => {
  let manifests: Manifest[];
  beforeAll(() => {
    manifests = renderChart(minimal);
  });

  it('renders every kind an installation needs, for each service', () => {
    for (const kind of ['Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget'])
      expect([...named(manifests, kind).keys()].sort()).toEqual(Object.keys(services).sort());
    for (const kind of ['NetworkPolicy', 'Secret', 'ServiceAccount'])
      expect([...named(manifests, kind).keys()].sort()).toEqual([...Object.keys(services), 'migrate'].sort());
    expect(named(manifests, 'Ingress').size).toBe(1);
    expect(named(manifests, 'Job').size).toBe(1);
  });

  it('selects its own pods', () => {
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

  it('sets only variables that services read, and mounts only declared volumes', () => {
    for (const [service, deployment] of named(manifests, 'Deployment')) {
      const Configuration = services[service];
      const known = (Configuration ? variablesOf(Configuration) : []).map(({ name }) => name);
      const { containers, volumes = [] } = podOf(deployment);
      for (const { env, volumeMounts = [] } of containers) {
        expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
        expect(volumeMounts.filter((mount) => !volumes.some(({ name }) => name === mount.name))).toEqual([]);
      }
    }
  });

  it('runs containers as a normal user on a read-only root', () => {
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

  /** The Service by host and path. */
  const routesOf = (rendered: Manifest[]): Record<string, Record<string, string>> => {
    const [ingress] = named(rendered, 'Ingress').values();
    const rules = ingress?.spec.rules as {
      host: string;
      http: { paths: { path: string; backend: { service: { name: string } } }[] };
    }[];
    const byPath = (paths: (typeof rules)[number]['http']['paths']): Record<string, string> =>
      Object.fromEntries(paths.map(({ path, backend }) => [path, backend.service.name]));
    return Object.fromEntries(rules.map(({ host, http }) => [host, byPath(http.paths)]));
  };

  it('routes staff to a host of their own, without the routes for operators', () => {
    expect(routesOf(manifests)['admin.example.com']).toEqual({
      '/': 'test-admin-api',
      '/console': 'test-admin-api',
      '/docs': 'test-admin-api',
      '/ghost/api': 'test-admin-api',
    });
    expect(Object.keys(routesOf(manifests)['example.com'] ?? {})).not.toContain('/console');
    const { env = [] } = podOf(named(manifests, 'Deployment').get('admin-api')).containers[0] ?? {};
    expect(env).toContainEqual({ name: 'ADMIN_URL', value: 'https://admin.example.com' });
    expect(env).toContainEqual({ name: 'SINGLE_ORIGIN', value: 'false' });
  });

  it('routes staff to the host of the site only if the values say so', () => {
    const single = renderChart(mergeValues(minimal, { adminUrl: '', singleOrigin: true }));
    expect(routesOf(single)).toEqual({ 'example.com': expect.objectContaining({ '/console': 'test-admin-api' }) });
    const { env = [] } = podOf(named(single, 'Deployment').get('admin-api')).containers[0] ?? {};
    expect(env).toContainEqual({ name: 'SINGLE_ORIGIN', value: 'true' });
  });

  it('routes the other paths to the Service of the site', () => {
    const withSite = renderChart(mergeValues(minimal, { ingress: { siteService: 'web' } }));
    expect(routesOf(withSite)['example.com']?.['/']).toBe('web');
    expect(routesOf(manifests)['example.com']?.['/']).toBeUndefined();
  });

  it('routes the paths of the APIs to their services', () => {
    const routes = routesOf(manifests)['example.com'];
    expect(routes).toMatchObject({
      '/ghost/api/v3/content': 'test-content-api',
      '/ghost/api/canary/admin': 'test-admin-api',
      '/ghost/api/admin': 'test-admin-api',
      '/members': 'test-admin-api',
      '/graphql': 'test-calendar-graphql',
      '/sign-in': 'test-calendar-graphql',
    });
  });

  it('follows its values: fixed replicas without autoscaling, and a mounted claim for images', () => {
    const changed = renderChart(
      mergeValues(minimal, {
        autoscaling: { enabled: false },
        networkPolicy: { enabled: false },
        services: { 'content-api': { replicas: 5 } },
      }),
    );
    expect(named(changed, 'HorizontalPodAutoscaler').size).toBe(0);
    expect(named(changed, 'NetworkPolicy').size).toBe(0);
    expect(named(changed, 'Deployment').get('content-api')?.spec.replicas).toBe(5);
    expect(podOf(named(changed, 'Deployment').get('admin-api')).volumes).toContainEqual({
      name: 'content',
      persistentVolumeClaim: { claimName: 'images' },
    });
  });
});
