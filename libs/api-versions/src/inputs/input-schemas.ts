import { ValidationError } from '@almanac/errors';
import type Ajv from 'ajv6';
import type { ErrorObject, ValidateFunction } from 'ajv6';

/** A schema of what may be sent, in the draft and with the keywords that the contract's error details speak of. */
export type InputSchema = { readonly [keyword: string]: unknown };

/**
 * Checks bodies against schemas. Error details are part of the contract, to the wording and the `schemaPath`:
 * they are those of Ajv 6, so Ajv 6 makes them. A schema is compiled for the first body it checks: compiling all of them
 * takes a noticeable part of a start, in services that only read too.
 */
export class InputSchemas {
  private ajv?: Ajv.Ajv;

  /** @param definitions schemas that others refer to by their `$id` */
  constructor(private readonly definitions: readonly InputSchema[]) {}

  /**
   * A check for one kind of body.
   * @param resource the plural the body's list stands under; what an error at the root is named for
   * @throws ValidationError with the schema's complaints as `details` and the first one's place as `property`
   */
  checkOf(resource: string, schema: InputSchema): (body: unknown) => void {
    let validate: ValidateFunction | undefined;
    return (body) => {
      validate ??= this.compiler().compile(schema);
      if (validate(body) !== true) throw refusal(resource, validate);
    };
  }

  private compiler(): Ajv.Ajv {
    if (this.ajv) return this.ajv;
    // Loaded for the first body: services that only read check none.
    const Compiler = require('ajv6') as typeof Ajv;
    this.ajv = new Compiler({ allErrors: true, schemas: [...this.definitions] });
    this.ajv.addFormat('json-string', isJson);
    this.ajv.addKeyword('strip', { modifying: true, schema: false, validate: strip });
    return this.ajv;
  }
}

function refusal(resource: string, { errors }: ValidateFunction): ValidationError {
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

/** `strip: true` marks what a client may send back because a read gave it, and what changes nothing. */
function strip(_value: unknown, _path?: string, parent?: object | unknown[], property?: string | number): boolean {
  if (parent !== undefined && property !== undefined) Reflect.deleteProperty(parent, property);
  return true;
}
