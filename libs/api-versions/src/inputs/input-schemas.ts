import { ValidationError } from '@almanac/errors';
import type Ajv from 'ajv6';
import type { ErrorObject, ValidateFunction } from 'ajv6';

/** A JSON schema of a request body or of a part of it. */
export type InputSchema = { readonly [keyword: string]: unknown };

/**
 * Checks bodies with Ajv 6, because clients know the wording and the `schemaPath` of its error details. A schema is compiled when the first
 * body is checked against it, because compiling all schemas would slow down the start of every service.
 */
export class InputSchemas {
  private ajv?: Ajv.Ajv;

  /** @param definitions schemas that other schemas refer to by `$id` */
  constructor(private readonly definitions: readonly InputSchema[]) {}

  /**
   * Returns a function that checks a body. It throws ValidationError with the errors of Ajv as `details`. The `property` of the error is
   * the last part of the path of the first error.
   * @param resource the root key of the body: the `property` of errors at the root
   */
  checkOf(resource: string, schema: InputSchema): (body: unknown) => void {
    let validate: ValidateFunction | undefined;
    return (body) => {
      validate ??= this.compiler().compile(schema);
      if (validate(body) !== true) throw invalidBody(resource, validate);
    };
  }

  private compiler(): Ajv.Ajv {
    if (this.ajv) return this.ajv;
    // Loaded when the first body is checked, because services that only read do not need it.
    const Compiler = require('ajv6') as typeof Ajv;
    this.ajv = new Compiler({ allErrors: true, schemas: [...this.definitions] });
    this.ajv.addFormat('json-string', isJson);
    this.ajv.addKeyword('strip', { modifying: true, schema: false, validate: strip });
    return this.ajv;
  }
}

function invalidBody(resource: string, { errors }: ValidateFunction): ValidationError {
  const details = (errors ?? []).map(withoutSchema);
  const property = details[0]?.dataPath.split('.').at(-1) || resource;
  return new ValidationError(`Validation failed for '${property}'`, { property, details });
}

function withoutSchema({ keyword, dataPath, schemaPath, params, message }: ErrorObject): Omit<ErrorObject, 'schema'> {
  return { keyword, dataPath, schemaPath, params, message };
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The keyword `strip: true`. It removes a key that clients may send, but that has no effect. */
function strip(_value: unknown, _path?: string, parent?: object | unknown[], property?: string | number): boolean {
  if (parent !== undefined && property !== undefined) Reflect.deleteProperty(parent, property);
  return true;
}
