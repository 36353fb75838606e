import { IsOptional, IsString, IsUrl, Matches, MinLength } from 'class-validator';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** The environment variables of admin-api. */
export class AdminApiConfiguration extends ServiceConfiguration {
  @Variable("The site's public URL; every URL in a response starts with it.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string;

  @Variable(
    "URL of the editor's front end: mails to staff link to its #/signup/<token>/ and #/reset/<token>/. Unset: the page at /staff/.",
  )
  @IsOptional()
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  adminUrl?: string;

  @Variable('Encrypts links and tokens in recorded mails. The same value in every service; at least 32 characters.', {
    isSecret: true,
  })
  @IsString()
  @MinLength(32)
  encryptionKey: string;

  @Variable(
    'Comma-separated CIDRs that webhooks may call in addition to public addresses, e.g. 10.1.0.0/16,127.0.0.0/8.',
  )
  @Matches(/^[\da-fA-F.:]+(\/\d{1,3})?$/, { each: true, message: 'webhookAllowedCidrs must be a list of CIDRs' })
  webhookAllowedCidrs: string[] = [];

  @Variable('Folder for uploaded images, media and files, unless STORAGE_BUCKET is set.')
  @IsString()
  storagePath: string = '/var/lib/almanac/content';

  @Variable('S3 bucket for uploaded images, media and files; required with several replicas.')
  @IsOptional()
  @IsString()
  storageBucket?: string;

  @Variable('Region of the bucket.')
  @IsString()
  storageRegion: string = 'us-east-1';

  @Variable('URL of an S3-compatible store other than AWS, e.g. https://minio.internal:9000.')
  @IsOptional()
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  storageEndpoint?: string;

  @Variable('Access key id for the bucket. Unset: the role of the machine.')
  @IsOptional()
  @IsString()
  storageAccessKeyId?: string;

  @Variable('Secret access key for the bucket.', { isSecret: true })
  @IsOptional()
  @IsString()
  storageSecretAccessKey?: string;

  @Variable('Signing secret of the Stripe webhook /members/webhooks/stripe. Unset: payments are not received.', {
    isSecret: true,
  })
  @IsOptional()
  @IsString()
  stripeWebhookSecret?: string;

  @Variable('Staff user whom the page /docs signs in at a click. Read in development only.')
  @IsOptional()
  @IsString()
  docsUserEmail?: string;

  @Variable('Password of that user. Read in development only.', { isSecret: true })
  @IsOptional()
  @IsString()
  docsUserPassword?: string;
}
