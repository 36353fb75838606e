import { IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { AreOrigins } from './origins';
import { ServiceConfiguration } from './service-configuration';
import { AdminUrl, CalendarTicketSecret, CalendarUrl, DatabaseReadUrl, EncryptionKey } from './shared-variables';
import { Variable } from './variable';

/** The environment variables of calendar-graphql. */
export class CalendarGraphqlConfiguration extends ServiceConfiguration {
  override bodyLimitBytes: number = 262_144;

  @DatabaseReadUrl()
  databaseReadUrl?: string;

  @CalendarUrl()
  calendarUrl: string = 'http://localhost:4003';

  @AdminUrl()
  adminUrl?: string;

  @Variable(
    'Comma-separated origins whose pages may call /graphql, /import and /rsvp/answers/*.csv, e.g. https://example.com. * allows every origin. The Console at ADMIN_URL needs no entry, and pages of every origin may read public feeds.',
  )
  @IsArray()
  @AreOrigins({ allowsAny: true })
  corsOrigins: string[] = [];

  @EncryptionKey()
  encryptionKey: string;

  @CalendarTicketSecret()
  calendarTicketSecret?: string;

  @Variable('GraphQL introspection: on, off, or auto, which is off in production only.')
  @IsIn(['auto', 'on', 'off'])
  graphqlIntrospection: string = 'auto';

  @Variable('Maximum depth of fields in one operation.')
  @IsInt()
  @Min(1)
  graphqlMaxDepth: number = 10;

  @Variable('Maximum number of aliases for one field in one operation.')
  @IsInt()
  @Min(0)
  graphqlMaxAliases: number = 15;

  @Variable('Maximum number of lexical tokens in one GraphQL document.')
  @IsInt()
  @Min(1)
  graphqlMaxTokens: number = 1_000;

  @Variable('Maximum number of objects that one operation may load; the limits of nested lists are multiplied.')
  @IsInt()
  @Min(1)
  graphqlMaxCost: number = 10_000;

  @Variable('Number of items in a list if the filter has no limit.')
  @IsInt()
  @Min(1)
  defaultLimit: number = 100;

  @Variable('Maximum limit of a filter; larger limits are reduced to it.')
  @IsInt()
  @Min(1)
  @Max(10_000)
  maxLimit: number = 1_000;

  @Variable('Lifetime of a mailed sign-in link in minutes.')
  @IsInt()
  @Min(1)
  signInLinkMinutes: number = 60;

  @Variable('Lifetime of a session in days.')
  @IsInt()
  @Min(1)
  sessionDays: number = 30;

  @Variable(
    'Maximum number of mails with a sign-in link that one address gets per hour. Mails with an RSVP link have a separate limit of the same size. If SIGN_IN_LINK_MINUTES is less than 60, sign-in links are counted over this time instead of an hour, and their limit is smaller in the same ratio, but at least one.',
  )
  @IsInt()
  @Min(1)
  mailsPerAddressPerHour: number = 5;

  @Variable(
    'Maximum number of requests for mails with a link from one IP address per hour. Rejected requests count, too.',
  )
  @IsInt()
  @Min(1)
  mailsPerIpPerHour: number = 20;

  @Variable('Maximum number of failed signin mutations from one IP address per minute.')
  @IsInt()
  @Min(1)
  signInsPerIpPerMinute: number = 20;

  @Variable('Maximum number of mutations of one user per minute.')
  @IsInt()
  @Min(1)
  mutationsPerUserPerMinute: number = 60;

  @Variable(
    'Maximum number of queries and of requests for feeds and guest pages from one IP address per minute, together.',
  )
  @IsInt()
  @Min(1)
  queriesPerIpPerMinute: number = 600;

  /** Whether introspection queries are allowed. */
  get allowsIntrospection(): boolean {
    return this.graphqlIntrospection === 'auto' ? this.nodeEnv !== 'production' : this.graphqlIntrospection === 'on';
  }
}
