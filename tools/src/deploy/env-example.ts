// Prints .env.example from the configuration classes: node tools/dist/deploy/env-example.js > .env.example
import {
  AdminApiConfiguration,
  CalendarGraphqlConfiguration,
  CommandLineConfiguration,
  ContentApiConfiguration,
  type EnvironmentVariable,
  SchedulerWorkerConfiguration,
  variablesOf,
} from '@almanac/validation';

/** The configuration class of each service in docker-compose.yml. */
export const configurations: Record<string, new () => object> = {
  'content-api': ContentApiConfiguration,
  'admin-api': AdminApiConfiguration,
  'calendar-graphql': CalendarGraphqlConfiguration,
  'scheduler-worker': SchedulerWorkerConfiguration,
  migrate: CommandLineConfiguration,
};

interface Described extends EnvironmentVariable {
  services: string[];
  defaultText: string;
}

function textOf(value: unknown): string {
  return value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value);
}

function describeAll(): Described[] {
  const byName = new Map<string, Described>();
  for (const [service, configurationClass] of Object.entries(configurations)) {
    const defaults = new configurationClass();
    for (const variable of variablesOf(configurationClass)) {
      const known = byName.get(variable.name);
      if (known) known.services.push(service);
      else
        byName.set(variable.name, {
          ...variable,
          services: [service],
          defaultText: textOf(Reflect.get(defaults, variable.property)),
        });
    }
  }
  return [...byName.values()];
}

const HEAD = `# Every environment variable of Almanac with its default. Copy this file to .env for docker compose, and set the required ones.
# The parentheses after a description contain the services that read the variable; migrate is the command line.
# docker-compose.yml has other defaults for SITE_URL, ADMIN_URL, CALENDAR_URL and SMTP_URL.

# --- required ---
# Password of the database of docker compose.
POSTGRES_PASSWORD=almanac
`;

const MUST_BE_SET = ['ENCRYPTION_KEY', 'CALENDAR_TICKET_SECRET', 'DASHBOARD_PASSWORD'];
/** Variables that docker-compose.yml or the image sets, or whose default docker compose needs. */
const UNNEEDED_WITH_COMPOSE = ['DATABASE_URL', 'QUEUE_URL', 'HOST', 'PORT', 'TRUST_PROXY'];

function entry({ name, description, services, defaultText }: Described): string {
  const readers = services.length === Object.keys(configurations).length ? 'all' : services.join(', ');
  const isSet = MUST_BE_SET.includes(name);
  return `# ${description} (${readers})\n${isSet ? '' : '# '}${name}=${defaultText.includes(' ') ? `"${defaultText}"` : defaultText}\n`;
}

/** The text of .env.example. */
export function envExample(): string {
  const variables = describeAll();
  const pick = (isWanted: (name: string) => boolean): string =>
    variables
      .filter(({ name }) => isWanted(name))
      .map(entry)
      .join('\n');
  return [
    HEAD,
    pick((name) => MUST_BE_SET.includes(name)),
    '# --- optional with docker compose ---',
    pick((name) => !MUST_BE_SET.includes(name) && !UNNEEDED_WITH_COMPOSE.includes(name)),
    '# --- docker compose needs none of these; without it, DATABASE_URL and QUEUE_URL are required ---',
    pick((name) => UNNEEDED_WITH_COMPOSE.includes(name)),
  ].join('\n');
}

if (require.main === module) process.stdout.write(envExample());
