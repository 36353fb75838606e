import Ajv, { type ErrorObject } from 'ajv';
import { createRequire } from 'node:module';
import type { Manifest } from './render-chart';

type Schema = Record<string, unknown>;
type Model = new (manifest: Manifest) => { validate(): void };

/** The modules of kubernetes-models by the value of `apiVersion`, for all manifests of the chart. */
const MODULES: Record<string, string> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'batch/v1': 'kubernetes-models/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
};

const load = createRequire(__filename);

/**
 * A copy of a JSON schema that rejects unknown fields. Kubernetes drops them without an error, so spelling mistakes would not be noticed.
 */
function withoutUnknownFields(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnknownFields);
  if (typeof schema !== 'object' || schema === null) return schema;
  const strict = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutUnknownFields(value)]));
  const isClosed = 'properties' in strict && !('additionalProperties' in strict);
  return isClosed && typeof strict.properties === 'object' ? { ...strict, additionalProperties: false } : strict;
}

function newAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: true });
  for (const format of ['int32', 'int64', 'double', 'date-time', 'string', 'byte', 'int-or-string'])
    ajv.addFormat(format, true);
  ajv.addFormat('quantity', /^[+-]?\d+(\.\d+)?([KMGTPE]i|[numkMGTPE])?$/);
  return ajv;
}

const ajv = newAjv();
/** The messages of the last validation. */
let failures: string[] = [];

/** Replaces the validation of kubernetes-models, so that it uses the stricter schemas and stores the messages in `failures`. */
function replaceValidation(): void {
  const validation = load('@kubernetes-models/validate') as {
    register(id: string, schema: Schema): void;
    validate(id: string, data: unknown): void;
  };
  validation.register = (id, schema) => {
    if (!ajv.getSchema(id)) ajv.addSchema(withoutUnknownFields(schema) as Schema, id);
  };
  validation.validate = (id, data) => {
    if (!ajv.validate(id, data)) failures = (ajv.errors ?? []).filter(isRelevant).map(messageOf);
  };
}

/**
 * Checks a manifest by the JSON schemas of Kubernetes and the Prometheus Operator. Unknown fields are problems, too.
 * @returns one message for each problem
 */
export function problemsOf(manifest: Manifest): string[] {
  const path = MODULES[manifest.apiVersion];
  if (!path) return [`No schema is known for ${manifest.apiVersion}.`];
  replaceValidation();
  const model = (load(path) as Record<string, Model | undefined>)[manifest.kind];
  if (!model) return [`${manifest.apiVersion} has no kind ${manifest.kind}.`];
  failures = [];
  new model(manifest).validate();
  return failures;
}

/** Schemas of optional values are `oneOf: [schema, null]`. The errors of `oneOf` and of the alternative null do not help. */
function isRelevant({ keyword, params }: ErrorObject): boolean {
  return keyword !== 'oneOf' && !(keyword === 'type' && params.type === 'null');
}

function messageOf({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}
