import { IsBoolean, IsOptional, IsString, IsUrl, MinLength } from 'class-validator';
import { ADMIN_URL_DESCRIPTION } from './admin-url';
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

  @Variable(
    'Signs the tickets that open the calendar for staff. The same value in admin-api and calendar-graphql; at least 32 characters. Unset: staff cannot open the calendar from the Console.',
    { isSecret: true },
  )
  @IsOptional()
  @MinLength(32)
  calendarTicketSecret?: string;

  @Variable("The site's public URL; URLs that begin with it are stored relative.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string = 'http://localhost:8080';

  @Variable(ADMIN_URL_DESCRIPTION)
  @IsOptional()
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  adminUrl?: string;

  @Variable('As for admin-api; `almanac doctor` warns when it is true.')
  @IsBoolean()
  singleOrigin: boolean = false;

  @Variable('Folder for uploaded images, media and files, unless STORAGE_BUCKET is set.')
  @IsOptional()
  @IsString()
  storagePath?: string;

  @Variable('S3 bucket for uploaded images, media and files; required with several replicas.')
  @IsOptional()
  @IsString()
  storageBucket?: string;

  @Variable('Region of the bucket.')
  @IsString()
  storageRegion: string = 'us-east-1';

  @Variable('URL of an S3-compatible store other than AWS, e.g. https://minio.internal:9000.')
  @IsOptional()
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  storageEndpoint?: string;

  @Variable('Access key id for the bucket. Unset: the role of the machine.')
  @IsOptional()
  @IsString()
  storageAccessKeyId?: string;

  @Variable('Secret access key for the bucket.', { isSecret: true })
  @IsOptional()
  @IsString()
  storageSecretAccessKey?: string;
}
