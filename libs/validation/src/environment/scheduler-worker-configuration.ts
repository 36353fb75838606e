import { IsEmail, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength, ValidateBy } from 'class-validator';
import { IsQueueUrl } from './queue-url';
import { ServiceConfiguration } from './service-configuration';
import {
  AdminUrl,
  CalendarDatabaseDirectUrl,
  CalendarDatabaseUrl,
  DatabaseDirectUrl,
  EncryptionKey,
  SiteUrl,
  WebhookAllowedCidrs,
} from './shared-variables';
import { IsHttpUrl, WITH_PROTOCOL } from './url-validators';
import { Variable } from './variable';

/** The minimum pool size for two databases: 4 connections for readiness and LISTEN, 2 for the calendar, and 2 for publishing. */
const MIN_CONNECTIONS_TO_TWO_DATABASES = 8;

/** Validates `databasePoolSize` if `calendarDatabaseUrl` differs from `databaseUrl`. */
function HasConnectionsForTwoDatabases(): PropertyDecorator {
  return ValidateBy({
    name: 'hasConnectionsForTwoDatabases',
    validator: {
      validate: (url: unknown, parameters) => {
        const { databaseUrl, databasePoolSize } = parameters?.object as SchedulerWorkerConfiguration;
        return url === databaseUrl || databasePoolSize >= MIN_CONNECTIONS_TO_TWO_DATABASES;
      },
      defaultMessage: () =>
        `a second database needs a DATABASE_POOL_SIZE of at least ${MIN_CONNECTIONS_TO_TWO_DATABASES}`,
    },
  });
}

/** The environment variables of scheduler-worker. */
export class SchedulerWorkerConfiguration extends ServiceConfiguration {
  @Variable(
    'The engine of the queues: redis://…, rediss://… or redis+sentinel://host:port,host:port/name, or postgres://… to run without Redis.',
    {
      isSecret: true,
    },
  )
  @IsQueueUrl()
  queueUrl: string;

  @DatabaseDirectUrl()
  databaseDirectUrl?: string;

  @CalendarDatabaseUrl()
  @HasConnectionsForTwoDatabases()
  calendarDatabaseUrl?: string;

  @CalendarDatabaseDirectUrl()
  calendarDatabaseDirectUrl?: string;

  @SiteUrl()
  siteUrl: string;

  @AdminUrl()
  adminUrl?: string;

  @EncryptionKey()
  encryptionKey: string;

  @Variable('Mail server, e.g. smtps://user:secret@smtp.example.com. Unset: smtp://localhost:1025.', { isSecret: true })
  @IsOptional()
  @IsUrl({ ...WITH_PROTOCOL, protocols: ['smtp', 'smtps'] })
  smtpUrl?: string;

  @Variable(
    'Sender of every mail. In mails to members, an administrator can replace its address by another one of the same domain.',
  )
  @IsEmail({ allow_display_name: true, require_tld: false })
  mailFrom: string = 'Almanac <noreply@localhost>';

  @Variable(
    'Maximum number of mails per second of all workers together, e.g. the limit of the mail provider. Newsletters wait for it; single ' +
      'mails, e.g. with a sign-in link, count but do not wait. Unset: no limit.',
  )
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100_000)
  mailRate?: number;

  @Variable('Connections to the mail server over which one worker sends newsletters.')
  @IsInt()
  @Min(1)
  @Max(100)
  mailConnections: number = 10;

  @Variable('Region of Amazon SES, e.g. eu-central-1. Set: mails go through the API of SES instead of SMTP_URL.')
  @IsOptional()
  @Matches(/^[a-z]{2}(-[a-z]+)+-\d$/)
  sesRegion?: string;

  @Variable('URL of the API of SES, if it is not that of the region.')
  @IsOptional()
  @IsHttpUrl()
  sesEndpoint?: string;

  @Variable('Access key id for SES. Unset: the role of the machine.')
  @IsOptional()
  @IsString()
  sesAccessKeyId?: string;

  @Variable('Secret access key for SES.', { isSecret: true })
  @IsOptional()
  @IsString()
  sesSecretAccessKey?: string;

  @WebhookAllowedCidrs()
  webhookAllowedCidrs: string[] = [];

  @Variable('Maximum number of concurrent requests of one worker to one healthy webhook endpoint.')
  @IsInt()
  @Min(1)
  @Max(100)
  webhookConcurrency: number = 10;

  @Variable('Milliseconds between two sweeps, the periodic queries for due work.')
  @IsInt()
  @Min(100)
  @Max(60_000)
  sweepIntervalMs: number = 1_000;

  @Variable('Days after which the actions of staff and integrations (the audit log) are deleted.')
  @IsInt()
  @Min(1)
  @Max(36_500)
  actionsKeptDays: number = 365;

  @Variable(
    'Password of the queue dashboard, user "admin"; at least 12 characters. Unset: the dashboard is open in development and closed elsewhere.',
    {
      isSecret: true,
    },
  )
  @IsOptional()
  @IsString()
  @MinLength(12)
  dashboardPassword?: string;
}
