import { IsBoolean, IsOptional, IsString } from 'class-validator';
import { IsQueueUrl } from './queue-url';
import {
  AdminUrl,
  CalendarDatabaseDirectUrl,
  CalendarDatabaseUrl,
  CalendarTicketSecret,
  DatabaseDirectUrl,
  DatabaseUrl,
  SiteUrl,
  STORAGE_PATH_DESCRIPTION,
  StorageAccessKeyId,
  StorageBucket,
  StorageEndpoint,
  StorageRegion,
  StorageSecretAccessKey,
} from './shared-variables';
import { Variable } from './variable';

/** The environment variables of the command line. */
export class CommandLineConfiguration {
  @DatabaseUrl()
  databaseUrl: string;

  @DatabaseDirectUrl()
  databaseDirectUrl?: string;

  @CalendarDatabaseUrl()
  calendarDatabaseUrl?: string;

  @CalendarDatabaseDirectUrl()
  calendarDatabaseDirectUrl?: string;

  @Variable('The engine of the queues; `almanac doctor` checks whether it responds.', { isSecret: true })
  @IsOptional()
  @IsQueueUrl()
  queueUrl?: string;

  @CalendarTicketSecret()
  calendarTicketSecret?: string;

  @SiteUrl()
  siteUrl: string = 'http://localhost:8080';

  @AdminUrl()
  adminUrl?: string;

  @Variable('The value of SINGLE_ORIGIN in admin-api; `almanac doctor` warns when it is true.')
  @IsBoolean()
  singleOrigin: boolean = false;

  @Variable(STORAGE_PATH_DESCRIPTION)
  @IsOptional()
  @IsString()
  storagePath?: string;

  @StorageBucket()
  storageBucket?: string;

  @StorageRegion()
  storageRegion: string = 'us-east-1';

  @StorageEndpoint()
  storageEndpoint?: string;

  @StorageAccessKeyId()
  storageAccessKeyId?: string;

  @StorageSecretAccessKey()
  storageSecretAccessKey?: string;
}
