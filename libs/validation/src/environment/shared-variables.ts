import { IsOptional, IsString, MinLength } from 'class-validator';
import { ADMIN_URL_DESCRIPTION } from './admin-url';
import { AreCidrs } from './cidrs';
import { IsHttpUrl, IsPostgresUrl } from './url-validators';
import { Variable } from './variable';

// Variables of several configuration classes. Each decorator contains the description and the allowed values of one variable.

/** Combines decorators into one. */
function combine(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}

export const DatabaseUrl = (): PropertyDecorator =>
  combine(
    Variable('PostgreSQL, e.g. postgres://almanac:secret@localhost:5432/almanac.', { isSecret: true }),
    IsPostgresUrl(),
  );

export const DatabaseDirectUrl = (): PropertyDecorator =>
  combine(
    Variable(
      'Direct URL of PostgreSQL for LISTEN and migrations, if DATABASE_URL goes through a connection pooler. Empty: DATABASE_URL.',
      { isSecret: true },
    ),
    IsOptional(),
    IsPostgresUrl(),
  );

export const DatabaseReadUrl = (): PropertyDecorator =>
  combine(
    Variable(
      'PostgreSQL replica for reads, e.g. postgres://almanac:secret@replica:5432/almanac. Empty: DATABASE_URL.',
      {
        isSecret: true,
      },
    ),
    IsOptional(),
    IsPostgresUrl(),
  );

export const CalendarDatabaseUrl = (): PropertyDecorator =>
  combine(
    Variable('PostgreSQL of the calendar schema, if it differs from DATABASE_URL.', { isSecret: true }),
    IsOptional(),
    IsPostgresUrl(),
  );

export const CalendarDatabaseDirectUrl = (): PropertyDecorator =>
  combine(
    Variable('Like DATABASE_DIRECT_URL, for CALENDAR_DATABASE_URL.', { isSecret: true }),
    IsOptional(),
    IsPostgresUrl(),
  );

export const SiteUrl = (): PropertyDecorator =>
  combine(
    Variable(
      'Public URL of the site, e.g. https://example.com: the base of the URLs of the site in responses of content-api and admin-api, and in webhooks and mails of scheduler-worker. URLs that begin with it are stored as relative URLs.',
      { isBaseUrl: true },
    ),
    IsHttpUrl(),
  );

/**
 * For all programs except admin-api. The configuration of admin-api uses `IsAdminUrl` instead, which compares host and port with those of
 * `SITE_URL`.
 */
export const AdminUrl = (): PropertyDecorator =>
  combine(Variable(ADMIN_URL_DESCRIPTION, { isBaseUrl: true }), IsOptional(), IsHttpUrl());

export const CalendarUrl = (): PropertyDecorator =>
  combine(
    Variable(
      'Public URL of the calendar, e.g. https://calendar.example.com: the base of links in its mails; the Console reads the calendar there.',
      { isBaseUrl: true },
    ),
    IsHttpUrl(),
  );

export const EncryptionKey = (): PropertyDecorator =>
  combine(
    Variable(
      'Encrypts the links and tokens of mails in the outbox, signs the links of guests, and signs the marks by which admin-api recognises browsers in which staff signed in before. The same value in admin-api, calendar-graphql and scheduler-worker; at least 32 characters.',
      { isSecret: true },
    ),
    MinLength(32),
  );

export const CalendarTicketSecret = (): PropertyDecorator =>
  combine(
    Variable(
      'Signs the tickets that open the calendar for staff. The same value in admin-api and calendar-graphql; at least 32 characters. Unset: staff cannot open the calendar from the Console.',
      { isSecret: true },
    ),
    IsOptional(),
    MinLength(32),
  );

export const WebhookAllowedCidrs = (): PropertyDecorator =>
  combine(
    Variable(
      'Comma-separated CIDRs that webhooks may call in addition to public addresses, e.g. 10.1.0.0/16,127.0.0.0/8.',
    ),
    AreCidrs(),
  );

export const STORAGE_PATH_DESCRIPTION = 'Folder for uploaded images, media and files, unless STORAGE_BUCKET is set.';

export const StorageBucket = (): PropertyDecorator =>
  combine(
    Variable('S3 bucket for uploaded images, media and files; required with several replicas.'),
    IsOptional(),
    IsString(),
  );

export const StorageRegion = (): PropertyDecorator => combine(Variable('Region of the bucket.'), IsString());

export const StorageEndpoint = (): PropertyDecorator =>
  combine(
    Variable('URL of an S3-compatible store other than AWS, e.g. https://minio.internal:9000.'),
    IsOptional(),
    IsHttpUrl(),
  );

export const StorageAccessKeyId = (): PropertyDecorator =>
  combine(Variable('Access key id for the bucket. Unset: the role of the machine.'), IsOptional(), IsString());

export const StorageSecretAccessKey = (): PropertyDecorator =>
  combine(Variable('Secret access key for the bucket.', { isSecret: true }), IsOptional(), IsString());
