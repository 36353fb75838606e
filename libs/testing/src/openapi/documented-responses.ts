import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Given {
  method: string;
  url: string;
  status: number;
  type: string;
  body: string;
}

interface Documented {
  servers: { url: string }[];
  components: { schemas: Record<string, { required?: string[] }> };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/** Holds every JSON answer of a test against the OpenAPI document of its version. */
export class DocumentedResponses {
  private readonly checks = new Map<string, Promise<(given: Given) => void>>();

  private readonly versioned: RegExp;

  /** @param api the one API the app serves under `/ghost/api/<version>/` */
  constructor(
    private readonly app: NestFastifyApplication,
    api: 'content' | 'admin',
  ) {
    this.versioned = new RegExp(`^/ghost/api/(v2|v3|canary)/${api}/`);
  }

  /** @throws Error when the answer is not as the document says */
  async assertDocumented(given: Given): Promise<void> {
    const version = this.versioned.exec(given.url)?.[1];
    if (version === undefined || given.body === '') return;
    if (!given.type.startsWith('application/json')) return;
    const check = this.checks.get(version) ?? this.checkOf(version);
    this.checks.set(version, check);
    (await check)(given);
  }

  private async checkOf(version: string): Promise<(given: Given) => void> {
    const response = await this.app.inject({ method: 'GET', url: `/docs/${version}.json` });
    const document: Documented = response.json();
    const whole = ajvOf(document);
    const narrowed = ajvOf(withoutRequired(document));
    return (given) => {
      const validate = validatorOf(namesKeys(given.url) ? narrowed : whole, document, given);
      if (!validate || validate(JSON.parse(given.body)) === true) return;
      const complaints = JSON.stringify(validate.errors?.slice(0, 5));
      throw new Error(`${given.method} ${given.url} (${given.status}) is not as documented: ${complaints}`);
    };
  }
}

function ajvOf(document: Documented): Ajv {
  return addFormats(new Ajv({ strict: false, allErrors: true })).addSchema({ ...document, $id: 'document' });
}

/** With `fields` or `formats`, a resource has only the keys they name. */
function namesKeys(url: string): boolean {
  return /[?&](fields|formats)(=|%5B|\[)/.test(url);
}

function withoutRequired(document: Documented): Documented {
  const schemas = Object.entries(document.components.schemas).map(([name, { required: _required, ...rest }]) => [
    name,
    rest,
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

function validatorOf(
  ajv: Ajv,
  { paths, servers: [server] }: Documented,
  { method, url, status }: Given,
): ValidateFunction | undefined {
  if (status >= 400) return ajv.getSchema('document#/components/schemas/Error');
  const path = (url.split('?')[0] ?? url).replace(/\/{2,}/g, '/').slice(server?.url.length);
  // A path that is written out is meant before one that has a place for anything.
  const template = Object.keys(paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .find((candidate) => patternOf(candidate).test(path));
  const verb = method.toLowerCase();
  if (template === undefined || !paths[template]?.[verb]?.responses[status]) {
    throw new Error(`${method} ${path} answers ${status}, which its document does not know.`);
  }
  const pointer = ['paths', template, verb, 'responses', String(status), 'content', 'application/json', 'schema'];
  return ajv.getSchema(`document#/${pointer.map(escaped).join('/')}`);
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`, 'i');
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
