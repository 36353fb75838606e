import {
  AdminApiConfiguration,
  CalendarGraphqlConfiguration,
  ContentApiConfiguration,
  SchedulerWorkerConfiguration,
  variablesOf,
} from '@almanac/validation';
import {
  byName,
  chartValues,
  describeChart,
  type Manifest,
  mergeValues,
  renderChart,
  renderNotes,
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
      expect([...byName(manifests, kind).keys()].sort()).toEqual(Object.keys(services).sort());
    for (const kind of ['NetworkPolicy', 'Secret', 'ServiceAccount'])
      expect([...byName(manifests, kind).keys()].sort()).toEqual([...Object.keys(services), 'migrate'].sort());
    expect([...byName(manifests, 'Ingress').keys()]).toEqual(['', 'event-files']);
    expect(byName(manifests, 'Job').size).toBe(1);
  });

  it('selects its own pods', () => {
    for (const [service, deployment] of byName(manifests, 'Deployment')) {
      const labels = (deployment.spec.template as Manifest).metadata.labels;
      const selectors = [
        (deployment.spec.selector as { matchLabels: object }).matchLabels,
        byName(manifests, 'Service').get(service)?.spec.selector,
        (byName(manifests, 'PodDisruptionBudget').get(service)?.spec.selector as { matchLabels: object }).matchLabels,
        (byName(manifests, 'NetworkPolicy').get(service)?.spec.podSelector as { matchLabels: object }).matchLabels,
      ];
      for (const selector of selectors) expect(labels).toMatchObject(selector as object);
    }
  });

  it('sets only variables that services read, and mounts only declared volumes', () => {
    for (const [service, deployment] of byName(manifests, 'Deployment')) {
      const configurationClass = services[service];
      const known = (configurationClass ? variablesOf(configurationClass) : []).map(({ name }) => name);
      const { containers, volumes = [] } = podOf(deployment);
      for (const { env, volumeMounts = [] } of containers) {
        expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
        expect(volumeMounts.filter((mount) => !volumes.some(({ name }) => name === mount.name))).toEqual([]);
      }
    }
  });

  it('runs containers as a normal user on a read-only root', () => {
    for (const manifest of [...byName(manifests, 'Deployment').values(), ...byName(manifests, 'Job').values()]) {
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

  it('prints a command for the owner whose pod the Pod Security Standard "restricted" admits', () => {
    const [, overrides = ''] = /--overrides='(.+)'$/m.exec(renderNotes(chartValues('full'))) ?? [];
    const { spec } = JSON.parse(overrides) as { spec: PodSpec & { imagePullSecrets: object[] } };
    expect(spec.imagePullSecrets).toEqual([{ name: 'registry' }]);
    expect(spec.containers).toEqual([
      expect.objectContaining({
        args: ['create-owner', '--name', 'NAME', '--email', 'ADDRESS'],
        // As `kubectl run -it` sets them.
        stdin: true,
        stdinOnce: true,
        tty: true,
        securityContext: expect.objectContaining({
          allowPrivilegeEscalation: false,
          runAsNonRoot: true,
          capabilities: { drop: ['ALL'] },
          seccompProfile: { type: 'RuntimeDefault' },
        }),
      }),
    ]);
  });

  it('migrates before an upgrade', () => {
    const [job] = byName(manifests, 'Job').values();
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  /** The Service by host and path. */
  const routesOf = (rendered: Manifest[]): Record<string, Record<string, string>> => {
    const ingress = byName(rendered, 'Ingress').get('');
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
    const { env = [] } = podOf(byName(manifests, 'Deployment').get('admin-api')).containers[0] ?? {};
    expect(env).toContainEqual({ name: 'ADMIN_URL', value: 'https://admin.example.com' });
    expect(env).toContainEqual({ name: 'SINGLE_ORIGIN', value: 'false' });
  });

  it('routes staff to the host of the site only if the values say so', () => {
    const single = renderChart(mergeValues(minimal, { adminUrl: '', singleOrigin: true }));
    expect(routesOf(single)).toEqual({ 'example.com': expect.objectContaining({ '/console': 'test-admin-api' }) });
    const { env = [] } = podOf(byName(single, 'Deployment').get('admin-api')).containers[0] ?? {};
    expect(env).toContainEqual({ name: 'SINGLE_ORIGIN', value: 'true' });
  });

  it('lets the Console read the calendar if it has the origin of the site, unless the values name other origins', () => {
    const originsOf = (over: Values) => {
      const deployment = byName(renderChart(mergeValues(minimal, over)), 'Deployment').get('calendar-graphql');
      const { env = [] } = podOf(deployment).containers[0] ?? {};
      return env.filter(({ name }) => name === 'CORS_ORIGINS').map(({ value }) => value);
    };
    const env = { CORS_ORIGINS: 'https://app.example.com' };
    expect(originsOf({})).toEqual([]);
    expect(originsOf({ adminUrl: '', singleOrigin: true })).toEqual(['https://example.com']);
    expect(originsOf({ services: { 'calendar-graphql': { env } } })).toEqual(['https://app.example.com']);
  });

  it('accepts uploads of any size, unless the values name a limit', () => {
    const limit = 'nginx.ingress.kubernetes.io/proxy-body-size';
    const annotationsOf = (annotations: Values) =>
      byName(renderChart(mergeValues(minimal, { ingress: { annotations } })), 'Ingress').get('')?.metadata.annotations;
    expect(annotationsOf({ a: 'b' })).toEqual({ a: 'b', [limit]: '0' });
    expect(annotationsOf({ [limit]: '20m' })).toEqual({ [limit]: '20m' });
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
      '/ghost/api/v4/content': 'test-content-api',
      '/ghost/api/v5/admin': 'test-admin-api',
      '/ghost/api/canary/admin': 'test-admin-api',
      '/ghost/api/admin': 'test-admin-api',
      '/members': 'test-admin-api',
      '/graphql': 'test-calendar-graphql',
      '/sign-in': 'test-calendar-graphql',
    });
  });

  it('routes only the files of events to the calendar, because the pages of events are of the site', () => {
    expect(Object.keys(routesOf(manifests)['example.com'] ?? {})).not.toContain('/events');
    const ingress = byName(manifests, 'Ingress').get('event-files');
    expect(ingress?.metadata.annotations).toMatchObject({ 'nginx.ingress.kubernetes.io/use-regex': 'true' });
    const [rule] = ingress?.spec.rules as { http: { paths: { path: string }[] } }[];
    const { path = '', ...route } = rule?.http.paths[0] ?? {};
    expect(route).toMatchObject({
      pathType: 'ImplementationSpecific',
      backend: { service: { name: 'test-calendar-graphql' } },
    });
    const isRouted = (url: string): boolean => new RegExp(`^${path}`).test(url);
    expect(['/events/65f0.ics', '/events/65f0/', '/events/', '/events/a/b.ics'].map(isRouted)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('follows its values: fixed replicas without autoscaling, and a mounted claim for images', () => {
    const changed = renderChart(
      mergeValues(minimal, {
        autoscaling: { enabled: false },
        networkPolicy: { enabled: false },
        services: { 'content-api': { replicas: 5 } },
      }),
    );
    expect(byName(changed, 'HorizontalPodAutoscaler').size).toBe(0);
    expect(byName(changed, 'NetworkPolicy').size).toBe(0);
    expect(byName(changed, 'Deployment').get('content-api')?.spec.replicas).toBe(5);
    expect(podOf(byName(changed, 'Deployment').get('admin-api')).volumes).toContainEqual({
      name: 'content',
      persistentVolumeClaim: { claimName: 'images' },
    });
  });
});
