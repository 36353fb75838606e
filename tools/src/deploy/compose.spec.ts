import { ConfigurationError, loadConfiguration } from '@almanac/platform';
import { AdminApiConfiguration, ServiceConfiguration, variablesOf } from '@almanac/validation';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { configurations, envExample } from './env-example';

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string; target: string };
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  depends_on?: Record<string, { condition: string }>;
  mem_limit?: string;
  stop_grace_period?: string;
  volumes?: string[];
  healthcheck?: object;
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};
const stages = [...read('deploy/Dockerfile').matchAll(/^FROM (\S+) AS (\S+)$/gm)].map(([, from, name]) => ({
  from,
  name,
}));

/** Variables the service does not start without. */
function requiredBy(configurationClass: new () => object): string[] {
  try {
    loadConfiguration(configurationClass, {});
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map((problem) => problem.split(':')[0] ?? '');
  }
}

describe.each(Object.entries(configurations))(
  'the environment of %s in docker-compose.yml',
  (service, configurationClass) => {
    const given = Object.keys(compose.services[service]?.environment ?? {});
    const passed = compose.services[service]?.env_file?.map(({ path }) => path) ?? [];
    const known = variablesOf(configurationClass).map(({ name }) => name);

    it('gives only variables the service knows', () => {
      expect(given.filter((name) => !known.includes(name))).toEqual([]);
    });

    it('passes on everything else that .env may set', () => {
      expect(passed).toEqual(['.env']);
    });

    it('gives every variable the service cannot start without', () => {
      expect(requiredBy(configurationClass).filter((name) => !given.includes(name))).toEqual([]);
    });
  },
);

describe('.env.example', () => {
  it('describes the variables of the configuration classes', () => {
    expect(read('.env.example')).toBe(envExample());
  });

  it('has every variable that docker-compose.yml reads', () => {
    const used = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    const described = [...envExample().matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(used.filter((name) => !described.includes(name))).toEqual([]);
  });
});

describe('.gitignore', () => {
  const isIgnored = (path: string): boolean => {
    try {
      execFileSync('git', ['check-ignore', '--quiet', '--no-index', path], { cwd: ROOT });
      return true;
    } catch {
      return false;
    }
  };

  it.each(['.env', '.env.production', 'almanac-import-old.example.com/members.ndjson'])(
    'has %s, which contains secrets or personal data',
    (path) => {
      expect(isIgnored(path)).toBe(true);
    },
  );

  it('does not have .env.example', () => {
    expect(isIgnored('.env.example')).toBe(false);
  });
});

describe('docker-compose.yml', () => {
  const services = Object.entries(compose.services);

  it('builds only targets the Dockerfile has', () => {
    for (const [, { build }] of services) {
      if (!build) continue;
      expect(existsSync(join(ROOT, build.context, build.dockerfile))).toBe(true);
      expect(stages.map(({ name }) => name)).toContain(build.target);
    }
  });

  it('gives each service the memory the chart gives it, and longer to stop than it takes', () => {
    const chart = parse(read('deploy/helm/almanac/values.yaml')) as {
      services: Record<string, { resources: { limits: { memory: string } } }>;
    };
    for (const [service, configurationClass] of Object.entries(configurations)) {
      if (service === 'migrate') continue;
      const { mem_limit: memory = '', stop_grace_period: grace = '' } = compose.services[service] ?? {};
      expect(chart.services[service]?.resources.limits.memory).toBe(memory.replace(/m$/, 'Mi'));
      const { drainDelayMs, shutdownTimeoutMs } = Object.assign(new ServiceConfiguration(), new configurationClass());
      expect(Number(/^(\d+)s$/.exec(grace)?.[1]) * 1000).toBeGreaterThan(drainDelayMs + shutdownTimeoutMs);
    }
  });

  it('pins the version of every image', () => {
    for (const [, { image }] of services) if (image) expect(image).toMatch(/:.*\d/);
  });

  it('depends only on services that exist, by conditions they can meet', () => {
    for (const [, { depends_on = {} }] of services) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const dependency = compose.services[name];
        expect(dependency).toBeDefined();
        if (condition === 'service_healthy' && dependency?.image) expect(dependency.healthcheck).toBeDefined();
      }
    }
  });

  it('declares every named volume it mounts, and mounts only files that exist', () => {
    for (const [, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(join(ROOT, source))).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });

  it('gives the command line the folder of uploaded files from which admin-api serves them', () => {
    const { migrate, 'admin-api': admin } = compose.services;
    const { storagePath } = new AdminApiConfiguration();
    expect(migrate?.volumes).toEqual([`content:${storagePath}`]);
    expect(migrate?.volumes).toEqual(admin?.volumes);
    expect(migrate?.environment?.STORAGE_PATH).toBe(`\${STORAGE_PATH:-${storagePath}}`);
  });

  it('gives the command line the origins and the queue that `doctor` checks', () => {
    const { migrate, 'admin-api': admin, 'scheduler-worker': worker } = compose.services;
    expect(migrate?.environment).toMatchObject({
      SITE_URL: admin?.environment?.SITE_URL,
      ADMIN_URL: admin?.environment?.ADMIN_URL,
      QUEUE_URL: worker?.environment?.QUEUE_URL,
    });
  });

  it('gives calendar-graphql the origin of the Console, which may read the calendar', () => {
    const { 'admin-api': admin, 'calendar-graphql': calendar } = compose.services;
    expect(calendar?.environment?.ADMIN_URL).toBe(admin?.environment?.ADMIN_URL);
  });

  it('runs the four services, the migration and one origin', () => {
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining([...Object.keys(configurations), 'edge', 'postgres', 'redis', 'mail']),
    );
  });
});

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile');

  it('has a target for each deployable, on stages that exist', () => {
    const names = stages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker', 'cli']),
    );
    for (const { from } of stages)
      expect([...names, 'node:24-bookworm-slim', 'gcr.io/distroless/cc-debian12']).toContain(from);
  });

  it('leaves the size of the heap to V8, which follows the memory of the container', () => {
    expect(text).not.toMatch(/NODE_OPTIONS|space-size/);
    for (const [, { environment = {} }] of Object.entries(compose.services))
      expect(Object.keys(environment)).not.toContain('NODE_OPTIONS');
  });

  it('does not run as root and says how healthy it is', () => {
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).toMatch(/^HEALTHCHECK .*\\$/m);
    expect(text).toContain('/health/ready');
  });

  it('copies only files the checkout has', () => {
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) => files?.split(' ') ?? []);
    expect(copied.length).toBeGreaterThan(0);
    for (const file of copied) expect(existsSync(join(ROOT, file))).toBe(true);
  });

  it('starts files that the build makes', () => {
    const started = [...text.matchAll(/^(?:CMD|ENTRYPOINT) \["node", "([^"]+)"\]$/gm)].map(([, file]) => file ?? '');
    expect(started).toHaveLength(5);
    for (const file of started)
      expect(existsSync(join(ROOT, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')))).toBe(true);
  });

  it('builds with the pnpm the launcher uses', () => {
    const version = /pnpm@[\d.]+/;
    expect(version.exec(text)?.[0]).toBe(version.exec(read('tools/local/settings.mjs'))?.[0]);
  });
});

describe('the edge proxy and the ingress', () => {
  const ingress = read('deploy/helm/almanac/templates/ingress.yaml');
  const caddyfile = read('deploy/edge/Caddyfile');
  const siteRules = rulesOf('8080');

  /** The rules of the Caddyfile for one port: patterns of paths, and the service that gets them. */
  function rulesOf(port: string): { patterns: RegExp[]; service?: string }[] {
    const origin = new RegExp(`^:${port} \\{\\n(.*?)^\\}`, 'ms').exec(caddyfile)?.[1] ?? '';
    const matchers = new Map(
      [...origin.matchAll(/^\t(@\w+) (path|path_regexp) (.+)$/gm)].map(([, name, kind, value = '']) => [
        name,
        kind === 'path' ? value.split(' ').map(patternOf) : [regexpOf(value)],
      ]),
    );
    return [...origin.matchAll(/^\thandle (\S+) \{\s+reverse_proxy ([a-z-]+):/gm)].map(([, matcher = '', service]) => ({
      patterns: matchers.get(matcher) ?? [patternOf(matcher)],
      service,
    }));
  }

  /** A regular expression of Go, in which `(?i)` at the beginning ignores upper and lower case. */
  function regexpOf(value: string): RegExp {
    return value.startsWith('(?i)') ? new RegExp(value.slice('(?i)'.length), 'i') : new RegExp(value);
  }

  /** A path matcher of Caddy: `*` at the end matches everything, and in the middle a part of a segment. */
  function patternOf(path: string): RegExp {
    const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replace(/\*$/, '.*').replace(/\*(?!$)/g, '[^/]*')}$`, 'i');
  }

  /** The service that the Caddyfile names for a path, by default of the site's origin. */
  function serviceOf(path: string, rules = siteRules): string {
    return rules.find(({ patterns }) => patterns.some((pattern) => pattern.test(path)))?.service ?? 'site';
  }

  /** The services that `npm start` uses for paths of the site's origin. Jest cannot load the module, so another process does. */
  function localServicesOf(paths: readonly string[]): string[] {
    const script = `import { serviceOf } from './tools/local/edge/routes.mjs';
      console.log(JSON.stringify(${JSON.stringify(paths)}.map((path) => serviceOf(path))));`;
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT, encoding: 'utf8' }),
    );
  }

  it.each(['/members', '/content', '/graphql', '/sign-in', '/calendars', '/feeds', '/import', '/rsvp'])(
    'send %s and the paths below it to the same service, and pages whose names begin alike to the site',
    (path) => {
      const service = new RegExp(`"${path}" "([a-z-]+)"`).exec(ingress)?.[1];
      expect([path, `${path}/`, `${path}/a/b`].map((one) => serviceOf(one))).toEqual([service, service, service]);
      expect([`${path}ant-news/`, `${path}s`, `/blog${path}`].map((one) => serviceOf(one))).toEqual([
        'site',
        'site',
        'site',
      ]);
    },
  );

  const examples = [
    ['/ghost/api', 'admin-api'],
    ['/ghost/api/content', 'content-api'],
    ['/ghost/api/content/posts/', 'content-api'],
    ['/ghost/api/v5/content/posts/', 'content-api'],
    ['/ghost/api/v5/admin/posts/', 'admin-api'],
    ['/ghost/apis/', 'site'],
    ['/events/65f0.ics', 'calendar-graphql'],
    ['/events/65f0/', 'site'],
    ['/events/a/b.ics', 'site'],
    ['/members/', 'admin-api'],
    ['/content/images/a.png', 'admin-api'],
    ['/import', 'calendar-graphql'],
    ['/important-news/', 'site'],
    ['/', 'site'],
  ] as const;

  it.each(examples)('send %s to %s, also in upper case', (path, service) => {
    expect([path, path.toUpperCase()].map((one) => serviceOf(one))).toEqual([service, service]);
  });

  it('have the same rules as the proxy of npm start', () => {
    const services = examples.map(([, service]) => service);
    expect(localServicesOf(examples.map(([path]) => path))).toEqual(services);
    expect(localServicesOf(examples.map(([path]) => path.toUpperCase()))).toEqual(services);
  });

  it.each(['/console', '/docs', '/ghost/api'])('send %s of ADMIN_URL and the paths below it to admin-api', (path) => {
    const staffRules = rulesOf('8081');
    expect([path, `${path}/`, `${path}/a/b`].map((one) => serviceOf(one, staffRules))).toEqual(
      Array.from({ length: 3 }, () => 'admin-api'),
    );
  });
});
