import { type EnvironmentVariable, variablesOf } from '@almanac/validation';
import { validateSync, type ValidationError } from 'class-validator';
import { ConfigurationError } from './configuration-error';

type Environment = Readonly<Record<string, string | undefined>>;

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['off', false],
]);

/**
 * Parses the string of a variable by its declared type. An invalid number (also white space) becomes NaN, and an invalid boolean stays a
 * string. The validation rejects both.
 */
function parse(variable: EnvironmentVariable, text: string): unknown {
  switch (variable.kind) {
    case 'number':
      return text.trim() === '' ? NaN : Number(text);
    case 'boolean':
      return BOOLEANS.get(text.toLowerCase()) ?? text;
    case 'list':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean);
    default:
      return variable.isBaseUrl ? text.replace(/\/+$/, '') : text;
  }
}

/** The value of a variable as an error message shows it. The value of a secret is not shown. */
function shownValue(given: string | undefined, isSecret: boolean): string {
  if (given === undefined || given === '') return 'nothing';
  return isSecret ? 'a value (not shown, it is secret)' : `"${given}"`;
}

function describe(failure: ValidationError, variables: EnvironmentVariable[], environment: Environment): string {
  const variable = variables.find(({ property }) => property === failure.property);
  const name = variable?.name ?? failure.property;
  const shown = shownValue(environment[name], variable?.isSecret ?? false);
  const reasons = Object.values(failure.constraints ?? {}).map((message) => message.replaceAll(failure.property, name));
  return `${name}: ${reasons.join('; ')}. Given: ${shown}. ${variable?.description ?? ''}`.trim();
}

/**
 * Reads the configuration from the environment and validates it. An empty variable counts as absent: the property has its default value.
 * @throws ConfigurationError that names each invalid variable, its value unless it is a secret, and the allowed values
 */
export function loadConfiguration<T extends object>(
  configurationClass: new () => T,
  environment: Environment = process.env,
): T {
  const variables = variablesOf(configurationClass);
  const values = Object.fromEntries(
    variables
      .filter(({ name }) => environment[name] !== undefined && environment[name] !== '')
      .map((variable) => [variable.property, parse(variable, environment[variable.name] ?? '')]),
  );
  const configuration = Object.assign(new configurationClass(), values);
  const failures = validateSync(configuration, { skipMissingProperties: false });
  if (failures.length > 0) {
    throw new ConfigurationError(failures.map((failure) => describe(failure, variables, environment)));
  }
  return configuration;
}
