import { ServiceConfiguration, Variable, variablesOf } from '@almanac/validation';
import { ArrayMinSize, IsBoolean, IsString } from 'class-validator';
import { ConfigurationError } from './configuration-error';
import { loadConfiguration } from './load-configuration';

class ExampleConfiguration extends ServiceConfiguration {
  @Variable('A list.')
  @ArrayMinSize(1)
  someNames: string[] = ['default'];

  @Variable('A switch.')
  @IsBoolean()
  isOpen: boolean = false;

  @Variable('A base URL.', { isBaseUrl: true })
  @IsString()
  baseUrl: string = 'https://example.com';
}

const valid = { DATABASE_URL: 'postgres://user:top-secret@localhost:5432/almanac' };

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfiguration(ExampleConfiguration, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfiguration', () => {
  it('reads numbers, booleans and lists by the declared type of the property', () => {
    const configuration = loadConfiguration(ExampleConfiguration, {
      ...valid,
      PORT: '4001',
      IS_OPEN: 'on',
      SOME_NAMES: 'a, b,,c',
    });
    expect(configuration).toMatchObject({ port: 4001, isOpen: true, someNames: ['a', 'b', 'c'] });
  });

  it.each(['https://example.com/blog', 'https://example.com/blog/', 'https://example.com/blog//'])(
    'removes the slashes at the end of the base URL %s',
    (baseUrl) => {
      const configuration = loadConfiguration(ExampleConfiguration, { ...valid, BASE_URL: baseUrl });
      expect(configuration.baseUrl).toBe('https://example.com/blog');
    },
  );

  it('uses the default if a variable is absent or empty', () => {
    expect(loadConfiguration(ExampleConfiguration, { ...valid, PORT: '' })).toMatchObject({
      port: 3000,
      someNames: ['default'],
    });
  });

  it('names the wrong variable, its value and the allowed values', () => {
    expect(problemsOf({ ...valid, PORT: 'eighty' })).toEqual([
      expect.stringMatching(/^PORT: .*integer.*Given: "eighty"/),
    ]);
    expect(problemsOf({ ...valid, IS_OPEN: 'maybe' })).toEqual([
      expect.stringContaining('IS_OPEN must be a boolean value'),
    ]);
  });

  it('accepts a host with an underscore, and needs the protocol of URLs', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://user:secret@almanac_db:5432/almanac' })).toEqual([]);
    expect(problemsOf({ ...valid, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://trace_collector:4318' })).toEqual([]);
    expect(problemsOf({ ...valid, ALLOWED_HOSTS: 'content_api,example.com,[::1]' })).toEqual([]);
    expect(problemsOf({ ...valid, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toEqual([
      expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'),
    ]);
  });

  it('reports all problems at once', () => {
    expect(problemsOf({ PORT: '-1', LOG_LEVEL: 'loud' }).map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'LOG_LEVEL',
      'DATABASE_URL',
    ]);
  });

  it('does not print a secret', () => {
    const [problem] = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x' });
    expect(problem).toContain('DATABASE_URL');
    expect(problem).not.toContain('hunter2');
  });

  it('lists the variables of a class and of its base class', () => {
    const names = variablesOf(ExampleConfiguration).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'SOME_NAMES', 'OTEL_EXPORTER_OTLP_ENDPOINT']));
    expect(new Set(names).size).toBe(names.length);
  });
});
