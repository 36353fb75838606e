import 'reflect-metadata';

/** An environment variable. */
export interface EnvironmentVariable {
  /** The property of the configuration class. */
  property: string;
  /** The variable, e.g. `DATABASE_URL` for the property `databaseUrl`. */
  name: string;
  description: string;
  /** If true, errors and logs do not contain the value. */
  isSecret: boolean;
  /** If true, paths are appended to the value, so slashes at its end are removed. */
  isBaseUrl: boolean;
  /** The type to parse, which is the declared type of the property. */
  kind: 'string' | 'number' | 'boolean' | 'list';
}

const METADATA_KEY = Symbol('environment variables');
/** The kinds by the constructor that `design:type` contains; every other type is a string. */
const KINDS = new Map<unknown, EnvironmentVariable['kind']>([
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'list'],
]);

/** The name of the environment variable for a property, e.g. `DATABASE_URL` for `databaseUrl`. */
export function variableName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/**
 * Declares a property that is read from the environment. The initial value of the property is the default. The decorators of
 * class-validator define the allowed values. A property without a default is required, unless these decorators allow `undefined`.
 */
export function Variable(
  description: string,
  { isSecret = false, isBaseUrl = false }: Partial<Pick<EnvironmentVariable, 'isSecret' | 'isBaseUrl'>> = {},
): PropertyDecorator {
  return (target, property) => {
    const name = String(property);
    const kind = KINDS.get(Reflect.getMetadata('design:type', target, property)) ?? 'string';
    const inherited: EnvironmentVariable[] = Reflect.getMetadata(METADATA_KEY, target) ?? [];
    const variable = { property: name, name: variableName(name), description, isSecret, isBaseUrl, kind };
    Reflect.defineMetadata(METADATA_KEY, [...inherited.filter((other) => other.property !== name), variable], target);
  };
}

/** The variables of a configuration class, inherited ones first. */
export function variablesOf(configuration: new () => object): EnvironmentVariable[] {
  return Reflect.getMetadata(METADATA_KEY, configuration.prototype) ?? [];
}
