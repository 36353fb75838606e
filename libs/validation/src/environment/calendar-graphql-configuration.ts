import { IsIn, IsInt, IsOptional, IsUrl, Max, Min, MinLength } from 'class-validator';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** What calendar-graphql reads beside what every service reads. */
export class CalendarGraphqlConfiguration extends ServiceConfiguration {
  override bodyLimitBytes: number = 262_144;

  @Variable('A replica to read from, e.g. postgres://almanac:secret@replica:5432/almanac. Empty: DATABASE_URL.', {
    isSecret: true,
  })
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseReadUrl?: string;

  @Variable('Where the calendar is reached from outside, e.g. https://calendar.example.com: the base of mailed links.')
  @IsUrl({ require_protocol: true, protocols: ['http', 'https'], require_tld: false })
  calendarUrl: string = 'http://localhost:4003';

  @Variable('Seals links and tokens in recorded mails; the same value in every service, at least 32 characters.', {
    isSecret: true,
  })
  @MinLength(32)
  encryptionKey: string;

  @Variable('Whether clients may ask for the schema: on, off, or auto: everywhere but in production.')
  @IsIn(['auto', 'on', 'off'])
  graphqlIntrospection: string = 'auto';

  @Variable('Deepest nesting of fields in one operation.')
  @IsInt()
  @Min(1)
  graphqlMaxDepth: number = 10;

  @Variable('Aliases one operation may give to one field.')
  @IsInt()
  @Min(0)
  graphqlMaxAliases: number = 15;

  @Variable('Lexical tokens of one GraphQL document.')
  @IsInt()
  @Min(1)
  graphqlMaxTokens: number = 1_000;

  @Variable('Objects one operation may load; the limits of nested lists multiply.')
  @IsInt()
  @Min(1)
  graphqlMaxCost: number = 10_000;

  @Variable('Items of a list when the filter names no limit.')
  @IsInt()
  @Min(1)
  defaultLimit: number = 100;

  @Variable('Largest limit of a filter; a larger one is cut to it.')
  @IsInt()
  @Min(1)
  @Max(10_000)
  maxLimit: number = 1_000;

  @Variable('Minutes a mailed link can be redeemed.')
  @IsInt()
  @Min(1)
  signInLinkMinutes: number = 60;

  @Variable('Days a session lasts from its redemption.')
  @IsInt()
  @Min(1)
  sessionDays: number = 30;

  @Variable('Mails with a link to one address in an hour.')
  @IsInt()
  @Min(1)
  mailsPerAddressPerHour: number = 5;

  @Variable('signup and requestInvite from one IP address in an hour.')
  @IsInt()
  @Min(1)
  mailsPerIpPerHour: number = 20;

  @Variable('signin from one IP address in a minute.')
  @IsInt()
  @Min(1)
  signInsPerIpPerMinute: number = 20;

  @Variable('Changes by one user in a minute.')
  @IsInt()
  @Min(1)
  mutationsPerUserPerMinute: number = 60;

  @Variable('Queries from one IP address in a minute.')
  @IsInt()
  @Min(1)
  queriesPerIpPerMinute: number = 600;

  /** Whether clients may ask for the schema. */
  get allowsIntrospection(): boolean {
    return this.graphqlIntrospection === 'auto' ? this.nodeEnv !== 'production' : this.graphqlIntrospection === 'on';
  }
}
