import Ajv, { type ErrorObject } from 'ajv';
import { createRequire } from 'node:module';
import type { Manifest } from './render-chart';

type Schema = Record<string, unknown>;
type Model = new (manifest: Manifest) => { validate(): void };

/** Where kubernetes-models and its Prometheus package keep the kinds of the chart. */
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

/** Kubernetes' own schemas allow unknown fields, which the API server then drops: a typing error would go unnoticed. */
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
let failures: string[] = [];

/** The models register their schemas here and then have themselves validated: by ours, which are stricter. */
function takeOverValidation(): void {
  const validation = load('@kubernetes-models/validate') as {
    register(id: string, schema: Schema): void;
    validate(id: string, data: unknown): void;
  };
  validation.register = (id, schema) => {
    if (!ajv.getSchema(id)) ajv.addSchema(withoutUnknownFields(schema) as Schema, id);
  };
  validation.validate = (id, data) => {
    if (!ajv.validate(id, data)) failures = (ajv.errors ?? []).filter(isTelling).map(wordsOf);
  };
}

/**
 * Checks a manifest by the JSON schemas of Kubernetes and the Prometheus Operator, unknown fields included.
 * @returns what is wrong with it; empty when nothing is
 */
export function problemsOf(manifest: Manifest): string[] {
  const path = MODULES[manifest.apiVersion];
  if (!path) return [`No schema is known for ${manifest.apiVersion}.`];
  takeOverValidation();
  const model = (load(path) as Record<string, Model | undefined>)[manifest.kind];
  if (!model) return [`${manifest.apiVersion} has no kind ${manifest.kind}.`];
  failures = [];
  new model(manifest).validate();
  return failures;
}

/** Optional parts are `oneOf: [schema, null]`; that a value is not null is no news. */
function isTelling({ keyword, params }: ErrorObject): boolean {
  return keyword !== 'oneOf' && !(keyword === 'type' && params.type === 'null');
}

function wordsOf({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}
