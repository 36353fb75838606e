import { IsInt, IsOptional, IsUrl, Min } from 'class-validator';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** What content-api reads from its environment. */
export class ContentApiConfiguration extends ServiceConfiguration {
  @Variable("The site's public URL; every URL in an answer starts with it.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string;

  @Variable(
    'The PostgreSQL server itself, where DATABASE_URL goes through a connection pooler: for LISTEN and migrations. Empty: DATABASE_URL.',
    { isSecret: true },
  )
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseDirectUrl?: string;

  @Variable('A replica to read from, e.g. postgres://almanac:secret@replica:5432/almanac. Empty: DATABASE_URL.', {
    isSecret: true,
  })
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseReadUrl?: string;

  @Variable('Bytes of answers kept in memory; 0 keeps none.')
  @IsInt()
  @Min(0)
  contentCacheBytes: number = 67_108_864;
}
