import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** A received response. `type` is its content type. */
interface Received {
  method: string;
  url: string;
  status: number;
  type: string;
  body: string;
}

interface OpenApiDocument {
  servers: { url: string }[];
  components: { schemas: Record<string, { required?: string[] }> };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/** Compares the JSON responses of a test with the OpenAPI document of their version. */
export class DocumentedResponses {
  /** The check of each API version; it throws for a response that differs from the document. */
  private readonly checks = new Map<string, Promise<(received: Received) => void>>();
  /** Matches the paths of the API; the first group is the version. */
  private readonly versionedPath: RegExp;

  /** @param api the API that the app serves under `/ghost/api/<version>/` */
  constructor(
    private readonly app: NestFastifyApplication,
    api: 'content' | 'admin',
  ) {
    this.versionedPath = new RegExp(`^/ghost/api/(v2|v3|v5|canary)/${api}/`);
  }

  /**
   * Checks a response. Responses of other paths, without a body, or of another type than JSON are not checked.
   * @throws Error when the response differs from the document
   */
  async assertDocumented(received: Received): Promise<void> {
    const version = this.versionedPath.exec(received.url)?.[1];
    if (version === undefined || received.body === '') return;
    if (!received.type.startsWith('application/json')) return;
    const check = this.checks.get(version) ?? this.createCheck(version);
    this.checks.set(version, check);
    (await check)(received);
  }

  private async createCheck(version: string): Promise<(received: Received) => void> {
    const response = await this.app.inject({ method: 'GET', url: `/docs/${version}.json` });
    const document: OpenApiDocument = response.json();
    const complete = ajvOf(document);
    const partial = ajvOf(withoutRequired(document));
    return (received) => {
      const validate = validatorOf(selectsFields(received.url) ? partial : complete, document, received);
      if (validate?.(JSON.parse(received.body)) === true) return;
      const errors = validate ? JSON.stringify(validate.errors?.slice(0, 5)) : 'it has no JSON schema';
      throw new Error(`${received.method} ${received.url} (${received.status}) differs from its document: ${errors}`);
    };
  }
}

function ajvOf(document: OpenApiDocument): Ajv {
  return addFormats(new Ajv({ strict: false, allErrors: true })).addSchema({ ...document, $id: 'document' });
}

/** Whether the URL has `fields` or `formats`, with which a client selects the keys of the resources in the response. */
function selectsFields(url: string): boolean {
  return /[?&](fields|formats)(=|%5B|\[)/.test(url);
}

/** The document without required keys in the schemas of its components. */
function withoutRequired(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas).map(([name, { required: _required, ...rest }]) => [
    name,
    rest,
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

/**
 * The validator for a response; undefined if its documented response has no JSON schema.
 * @throws Error when the document has no such response
 */
function validatorOf(
  ajv: Ajv,
  { paths, servers: [server] }: OpenApiDocument,
  { method, url, status }: Received,
): ValidateFunction | undefined {
  if (status >= 400) return ajv.getSchema('document#/components/schemas/Error');
  const path = (url.split('?')[0] ?? url).replace(/\/{2,}/g, '/').slice(server?.url.length);
  // Paths with fewer parameters take precedence.
  const template = Object.keys(paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .find((candidate) => patternOf(candidate).test(path));
  const operation = method.toLowerCase();
  if (template === undefined || !paths[template]?.[operation]?.responses[status]) {
    throw new Error(`${method} ${path} returned ${status}, which is not documented.`);
  }
  const pointer = ['paths', template, operation, 'responses', String(status), 'content', 'application/json', 'schema'];
  return ajv.getSchema(`document#/${pointer.map(escapePointerPart).join('/')}`);
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`, 'i');
}

function escapePointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
