import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import { ServiceConfiguration } from './service-configuration';
import { AdminUrl, DatabaseDirectUrl, DatabaseReadUrl, SiteUrl } from './shared-variables';
import { Variable } from './variable';

/** The environment variables of content-api. */
export class ContentApiConfiguration extends ServiceConfiguration {
  @SiteUrl()
  siteUrl: string;

  @AdminUrl()
  adminUrl?: string;

  @DatabaseDirectUrl()
  databaseDirectUrl?: string;

  @DatabaseReadUrl()
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
