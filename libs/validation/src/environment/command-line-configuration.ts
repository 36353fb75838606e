import { IsOptional, IsUrl } from 'class-validator';
import { IsQueueUrl } from './queue-url';
import { Variable } from './variable';

/** The environment variables of the command line. */
export class CommandLineConfiguration {
  @Variable('PostgreSQL, e.g. postgres://almanac:secret@localhost:5432/almanac.', { isSecret: true })
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseUrl: string;

  @Variable(
    'Direct URL of PostgreSQL for LISTEN and migrations, if DATABASE_URL is a connection pooler. Empty: DATABASE_URL.',
    { isSecret: true },
  )
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseDirectUrl?: string;

  @Variable('PostgreSQL of the calendar schema, if it differs from DATABASE_URL.', { isSecret: true })
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  calendarDatabaseUrl?: string;

  @Variable('Like DATABASE_DIRECT_URL, for CALENDAR_DATABASE_URL.', { isSecret: true })
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  calendarDatabaseDirectUrl?: string;

  @Variable('The engine of the queues; `almanac doctor` checks whether it responds.', { isSecret: true })
  @IsOptional()
  @IsQueueUrl()
  queueUrl?: string;

  @Variable("The site's public URL; URLs that begin with it are stored relative.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string = 'http://localhost:8080';
}
