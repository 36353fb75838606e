import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import { ServiceConfiguration } from './service-configuration';
import { AdminUrl, DatabaseDirectUrl, DatabaseReadUrl } from './shared-variables';
import { IsHttpUrl } from './url-validators';
import { Variable } from './variable';

/** The environment variables of content-api. */
export class ContentApiConfiguration extends ServiceConfiguration {
  @Variable(
    'Public URL of the site, e.g. https://example.com: the base of its URLs in responses, webhooks and mails.',
    { isBaseUrl: true },
  )
  @IsHttpUrl()
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
