import { IsOptional, IsString, IsUrl, Matches, MinLength } from 'class-validator';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** What admin-api reads from its environment. */
export class AdminApiConfiguration extends ServiceConfiguration {
  @Variable("The site's public URL; every URL in an answer starts with it.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string;

  @Variable(
    "The editor's front end: mails to staff lead to #/signup/<token>/ and #/reset/<token>/ there. Unset: the page at /staff/.",
  )
  @IsOptional()
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  adminUrl?: string;

  @Variable('Seals what waits in the outbox, e.g. links in mails. The same in every service; at least 32 characters.', {
    isSecret: true,
  })
  @IsString()
  @MinLength(32)
  encryptionKey: string;

  @Variable('Networks a webhook may call beside the public internet, e.g. 10.1.0.0/16,127.0.0.0/8.')
  @Matches(/^[\da-fA-F.:]+(\/\d{1,3})?$/, { each: true, message: 'webhookAllowedCidrs must be a list of CIDRs' })
  webhookAllowedCidrs: string[] = [];

  @Variable('Folder uploaded images are kept in, unless STORAGE_BUCKET names a bucket.')
  @IsString()
  storagePath: string = '/var/lib/almanac/content';

  @Variable('S3 bucket uploaded images are kept in; needed where several replicas run.')
  @IsOptional()
  @IsString()
  storageBucket?: string;

  @Variable('Region of the bucket.')
  @IsString()
  storageRegion: string = 'us-east-1';

  @Variable('Address of an S3-compatible store that is not AWS, e.g. https://minio.internal:9000.')
  @IsOptional()
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  storageEndpoint?: string;

  @Variable("Key id for the bucket; without it the machine's own role is used.")
  @IsOptional()
  @IsString()
  storageAccessKeyId?: string;

  @Variable('Secret of the key for the bucket.', { isSecret: true })
  @IsOptional()
  @IsString()
  storageSecretAccessKey?: string;

  @Variable('Secret of the endpoint /members/webhooks/stripe; without it payments are not told here.', {
    isSecret: true,
  })
  @IsOptional()
  @IsString()
  stripeWebhookSecret?: string;
}
