import { IsInt, IsOptional, IsString, IsUrl, Min } from 'class-validator';
import { ADMIN_URL_DESCRIPTION } from './admin-url';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** The environment variables of content-api. */
export class ContentApiConfiguration extends ServiceConfiguration {
  @Variable("The site's public URL; every URL in a response starts with it.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string;

  @Variable(ADMIN_URL_DESCRIPTION)
  @IsOptional()
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  adminUrl?: string;

  @Variable(
    'Direct URL of PostgreSQL for LISTEN and migrations, if DATABASE_URL is a connection pooler. Empty: DATABASE_URL.',
    { isSecret: true },
  )
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseDirectUrl?: string;

  @Variable('PostgreSQL replica for reads, e.g. postgres://almanac:secret@replica:5432/almanac. Empty: DATABASE_URL.', {
    isSecret: true,
  })
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseReadUrl?: string;

  @Variable('Bytes of cached responses in memory; 0 disables the cache.')
  @IsInt()
  @Min(0)
  contentCacheBytes: number = 67_108_864;

  @Variable('Content key that the page /docs fills in. Read in development only.', { isSecret: true })
  @IsOptional()
  @IsString()
  docsContentKey?: string;
}
