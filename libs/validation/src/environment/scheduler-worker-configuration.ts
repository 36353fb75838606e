import { IsArray, IsEmail, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength } from 'class-validator';
import { IsQueueUrl } from './queue-url';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** What the scheduler worker reads beside what every service reads. */
export class SchedulerWorkerConfiguration extends ServiceConfiguration {
  @Variable(
    'The engine of the queues: redis://…, rediss://… or redis+sentinel://host:port,host:port/name, or postgres://… to need nothing but PostgreSQL.',
    {
      isSecret: true,
    },
  )
  @IsQueueUrl()
  queueUrl: string;

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

  @Variable('Where the site is read, e.g. https://blog.example.com: the base of the URLs in webhooks and mails.')
  @IsUrl({ require_protocol: true, protocols: ['http', 'https'], require_tld: false })
  siteUrl: string = 'http://localhost:4001';

  @Variable('Seals links and tokens in recorded mails; the same value in every service, at least 32 characters.', {
    isSecret: true,
  })
  @MinLength(32)
  encryptionKey: string;

  @Variable('Mail server, e.g. smtps://user:secret@smtp.example.com.', { isSecret: true })
  @IsUrl({ protocols: ['smtp', 'smtps'], require_protocol: true, require_tld: false })
  smtpUrl: string = 'smtp://localhost:1025';

  @Variable('Sender of every mail.')
  @IsEmail({ allow_display_name: true, require_tld: false })
  mailFrom: string = 'Almanac <noreply@localhost>';

  @Variable('Comma-separated CIDRs webhooks may reach although they are not public, e.g. 10.1.0.0/16.')
  @IsArray()
  @Matches(/^[\da-fA-F.:]+(\/\d{1,3})?$/, { each: true, message: 'webhookAllowedCidrs must be a list of CIDRs' })
  webhookAllowedCidrs: string[] = [];

  @Variable('Requests one worker sends to one healthy webhook endpoint at the same time.')
  @IsInt()
  @Min(1)
  @Max(100)
  webhookConcurrency: number = 10;

  @Variable('Milliseconds between two looks for work that nobody announced.')
  @IsInt()
  @Min(100)
  @Max(60_000)
  sweepIntervalMs: number = 1_000;

  @Variable('Days the actions of staff and integrations (the audit log) are kept.')
  @IsInt()
  @Min(1)
  @Max(36_500)
  actionsKeptDays: number = 365;

  @Variable(
    'Password of the queue dashboard, user "admin". Without it the dashboard is open in development and shut elsewhere.',
    {
      isSecret: true,
    },
  )
  @IsOptional()
  @IsString()
  @MinLength(12)
  dashboardPassword?: string;
}
