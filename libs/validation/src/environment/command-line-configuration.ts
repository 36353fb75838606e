import { IsOptional, IsUrl } from 'class-validator';
import { IsQueueUrl } from './queue-url';
import { Variable } from './variable';

/** What the command line reads from the environment. */
export class CommandLineConfiguration {
  @Variable('PostgreSQL, e.g. postgres://almanac:secret@localhost:5432/almanac.', { isSecret: true })
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseUrl: string;

  @Variable(
    'The PostgreSQL server itself, where DATABASE_URL goes through a connection pooler: for LISTEN and migrations. Empty: DATABASE_URL.',
    { isSecret: true },
  )
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseDirectUrl?: string;

  @Variable('PostgreSQL of the calendar schema, where it is not the one of DATABASE_URL.', { isSecret: true })
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  calendarDatabaseUrl?: string;

  @Variable('Like DATABASE_DIRECT_URL, for CALENDAR_DATABASE_URL.', { isSecret: true })
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  calendarDatabaseDirectUrl?: string;

  @Variable('The engine of the queues; `almanac doctor` looks whether it answers.', { isSecret: true })
  @IsOptional()
  @IsQueueUrl()
  queueUrl?: string;

  @Variable("The site's public URL; URLs that begin with it are stored relative.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string = 'http://localhost:8080';
}
