import { IsString, IsUrl, MinLength } from 'class-validator';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** What admin-api reads from its environment. */
export class AdminApiConfiguration extends ServiceConfiguration {
  @Variable("The site's public URL; every URL in an answer starts with it.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string;

  @Variable('Seals what waits in the outbox, e.g. links in mails. The same in every service; at least 32 characters.', {
    isSecret: true,
  })
  @IsString()
  @MinLength(32)
  encryptionKey: string;

  @Variable('Networks a webhook may call beside the public internet, e.g. 10.1.0.0/16,127.0.0.0/8.')
  @IsString({ each: true })
  webhookAllowedCidrs: string[] = [];
}
