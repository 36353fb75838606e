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

interface IngressRule {
  host: string;
  http: { paths: { path: string; pathType: string; backend: { service: { name: string } } }[] };
}

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
    expect([...byName(manifests, 'Ingress').keys()]).toEqual(['', 'other-hosts']);
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
    const rules = [...byName(rendered, 'Ingress').values()].flatMap(({ spec }) => spec.rules as IngressRule[]);
    const byPath = (paths: IngressRule['http']['paths']): Record<string, string> =>
      Object.fromEntries(paths.map(({ path, backend }) => [path, backend.service.name]));
    return Object.fromEntries(rules.map(({ host, http }) => [host, byPath(http.paths)]));
  };

  /** The service for a path on the host of the site. As in ingress-nginx, longer expressions come first and letter case is ignored. */
  const siteServiceOf = (rendered: Manifest[], url: string): string | undefined => {
    const paths = Object.entries(routesOf(rendered)['example.com'] ?? {}).sort(([a], [b]) => b.length - a.length);
    return paths.find(([path]) => new RegExp(`^${path}`, 'i').test(url))?.[1];
  };

  it('routes staff to a host of their own, without the routes for operators', () => {
    expect(routesOf(manifests)['admin.example.com']).toEqual({
      '/': 'test-admin-api',
      '/console': 'test-admin-api',
      '/docs': 'test-admin-api',
      '/ghost/api': 'test-admin-api',
    });
    expect(siteServiceOf(manifests, '/console')).toBeUndefined();
    const { env = [] } = podOf(byName(manifests, 'Deployment').get('admin-api')).containers[0] ?? {};
    expect(env).toContainEqual({ name: 'ADMIN_URL', value: 'https://admin.example.com' });
    expect(env).toContainEqual({ name: 'SINGLE_ORIGIN', value: 'false' });
  });

  it('routes staff to the host of the site only if the values say so', () => {
    const single = renderChart(mergeValues(minimal, { adminUrl: '', singleOrigin: true }));
    expect(routesOf(single)).toEqual({ 'example.com': expect.objectContaining({ '/console(/|$)': 'test-admin-api' }) });
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

  it('accepts uploads of any size and waits for slow responses, unless the values name limits', () => {
    const limit = 'nginx.ingress.kubernetes.io/proxy-body-size';
    const timeout = 'nginx.ingress.kubernetes.io/proxy-read-timeout';
    const annotationsOf = (annotations: Values) =>
      byName(renderChart(mergeValues(minimal, { ingress: { annotations } })), 'Ingress').get('other-hosts')?.metadata
        .annotations;
    expect(annotationsOf({ a: 'b' })).toEqual({ a: 'b', [limit]: '0', [timeout]: '3600' });
    expect(annotationsOf({ [limit]: '20m', [timeout]: '60' })).toEqual({ [limit]: '20m', [timeout]: '60' });
  });

  it('routes the other paths to the Service of the site', () => {
    const withSite = renderChart(mergeValues(minimal, { ingress: { siteService: 'web' } }));
    expect(siteServiceOf(withSite, '/')).toBe('web');
    expect(siteServiceOf(manifests, '/')).toBeUndefined();
    for (const path of ['/content-strategy/', '/members-meeting/', '/importing/', '/ghost/api/v5/contents', '/events/'])
      expect([path, siteServiceOf(withSite, path)]).toEqual([path, 'web']);
  });

  it.each([
    ['/ghost/api/v3/content/posts/', 'test-content-api'],
    ['/ghost/api/v4/content/posts/', 'test-content-api'],
    ['/ghost/api/v5/admin/posts/', 'test-admin-api'],
    ['/ghost/api/canary/admin', 'test-admin-api'],
    ['/ghost/api/admin/', 'test-admin-api'],
    ['/members/', 'test-admin-api'],
    ['/content/images/a.png', 'test-admin-api'],
    ['/graphql', 'test-calendar-graphql'],
    ['/sign-in', 'test-calendar-graphql'],
    // The pages of events are of the site.
    ['/events/65f0.ics', 'test-calendar-graphql'],
    ['/events/65f0/', undefined],
    ['/events/', undefined],
    ['/events/a/b.ics', undefined],
  ])('routes %s to %s', (path, service) => {
    expect(siteServiceOf(manifests, path)).toBe(service);
  });

  it('uses regular expressions only for ingress-nginx, and only on the host of the site', () => {
    const typesOf = (rendered: Manifest[], name: string) => {
      const ingress = byName(rendered, 'Ingress').get(name);
      const paths = (ingress?.spec.rules as IngressRule[]).flatMap(({ http }) => http.paths);
      const usesRegex = ingress?.metadata.annotations?.['nginx.ingress.kubernetes.io/use-regex'] === 'true';
      return [usesRegex, [...new Set(paths.map(({ pathType }) => pathType))]];
    };
    expect(typesOf(manifests, '')).toEqual([true, ['ImplementationSpecific']]);
    expect(typesOf(manifests, 'other-hosts')).toEqual([false, ['Prefix', 'Exact']]);
    const traefik = renderChart(mergeValues(minimal, { ingress: { className: 'traefik', siteService: 'web' } }));
    expect(typesOf(traefik, '')).toEqual([false, ['Prefix']]);
    expect(routesOf(traefik)['example.com']).toMatchObject({ '/content': 'test-admin-api', '/': 'web' });
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
