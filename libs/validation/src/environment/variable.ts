import 'reflect-metadata';

/** One environment variable as the documentation and the loader see it. */
export interface EnvironmentVariable {
  /** The property of the configuration class. */
  property: string;
  /** The variable, e.g. `DATABASE_URL` for the property `databaseUrl`. */
  name: string;
  description: string;
  /** A secret is never echoed, neither in an error nor in a log. */
  isSecret: boolean;
  /** How the text is read: from the property's declared type. */
  kind: 'string' | 'number' | 'boolean' | 'list';
}

const KEY = Symbol('environment variables');
const KINDS = new Map<unknown, EnvironmentVariable['kind']>([
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'list'],
]);

/** `databaseUrl` → `DATABASE_URL`. */
export function variableName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/**
 * Declares a property to be read from the environment. The property's initial value is its default; a property without
 * one is required. Beside it stand class-validator's decorators, which say what is allowed.
 */
export function Variable(description: string, { isSecret = false }: { isSecret?: boolean } = {}): PropertyDecorator {
  return (target, property) => {
    const name = String(property);
    const kind = KINDS.get(Reflect.getMetadata('design:type', target, property)) ?? 'string';
    const inherited: EnvironmentVariable[] = Reflect.getMetadata(KEY, target) ?? [];
    const variable = { property: name, name: variableName(name), description, isSecret, kind };
    Reflect.defineMetadata(KEY, [...inherited.filter((other) => other.property !== name), variable], target);
  };
}

/** Every variable a configuration class declares, inherited ones first. */
export function variablesOf(configuration: new () => object): EnvironmentVariable[] {
  return Reflect.getMetadata(KEY, configuration.prototype) ?? [];
}
