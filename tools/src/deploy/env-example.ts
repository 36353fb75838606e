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

/** The configuration class of each service in docker-compose.yml; `migrate` is the command line. */
export const configurations: Record<string, new () => object> = {
  'content-api': ContentApiConfiguration,
  'admin-api': AdminApiConfiguration,
  'calendar-graphql': CalendarGraphqlConfiguration,
  'scheduler-worker': SchedulerWorkerConfiguration,
  migrate: CommandLineConfiguration,
};

/** A variable, the services that read it, and the text of its default value. */
interface DescribedVariable extends EnvironmentVariable {
  services: string[];
  defaultText: string;
}

function textOf(value: unknown): string {
  return value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value);
}

/** All variables of the configuration classes, each once. */
function describeAll(): DescribedVariable[] {
  const byName = new Map<string, DescribedVariable>();
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

const HEAD = `# The environment variables of the services, with their defaults. Copy this file to .env for docker compose, and set the required ones.
# The parentheses after a description contain the services that read the variable; migrate is the command line, and edge the proxy of
# docker compose. docker-compose.yml has other defaults for SITE_URL, ADMIN_URL, CALENDAR_URL, SMTP_URL and TRUST_PROXY.

# --- required ---
# Password of the database of docker compose: letters and digits only, because it is a part of DATABASE_URL. PostgreSQL stores it when it
# starts for the first time; a later change of this value does not change it there.
POSTGRES_PASSWORD=almanac
`;

/** The variables that only docker-compose.yml reads. */
const COMPOSE_ONLY = `# host:port of the program that serves the pages of the site, as the container edge reaches it. Default: a page that names this variable. (edge)
# SITE_UPSTREAM=localhost:8079

# Proxies in front of edge whose X-Forwarded-For is used: addresses and CIDRs, separated by spaces. With such a proxy, also set TRUST_PROXY=2. (edge)
# TRUSTED_PROXIES=127.0.0.1/32
`;

const MUST_BE_SET = ['ENCRYPTION_KEY', 'CALENDAR_TICKET_SECRET', 'DASHBOARD_PASSWORD'];
/** Variables that a user of docker compose does not set: docker-compose.yml or the image sets them, or needs their default values. */
const UNNEEDED_WITH_COMPOSE = ['DATABASE_URL', 'QUEUE_URL', 'HOST', 'PORT'];

/** The lines about a variable. It is commented out unless the user must set it. */
function entry({ name, description, services, defaultText }: DescribedVariable): string {
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
    COMPOSE_ONLY,
    pick((name) => !MUST_BE_SET.includes(name) && !UNNEEDED_WITH_COMPOSE.includes(name)),
    '# --- not needed with docker compose; without it, DATABASE_URL, QUEUE_URL, SITE_URL and ADMIN_URL are required ---',
    pick((name) => UNNEEDED_WITH_COMPOSE.includes(name)),
  ].join('\n');
}

if (require.main === module) process.stdout.write(envExample());
