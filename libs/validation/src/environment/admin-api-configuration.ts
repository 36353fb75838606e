import { ArrayMaxSize, IsBoolean, IsOptional, IsString, IsUrl, Matches, MinLength } from 'class-validator';
import { DEFAULT_IMAGE_SIZES, IMAGE_SIZE, MAX_IMAGE_SIZES } from './image-sizes';
import { ADMIN_URL_DESCRIPTION, IsAdminUrl } from './admin-url';
import { ServiceConfiguration } from './service-configuration';
import { Variable } from './variable';

/** The environment variables of admin-api. */
export class AdminApiConfiguration extends ServiceConfiguration {
  @Variable("The site's public URL; every URL in a response starts with it.")
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  siteUrl: string;

  @Variable(ADMIN_URL_DESCRIPTION)
  @IsAdminUrl()
  adminUrl?: string;

  @Variable(
    'true: staff also sign in on the origin of SITE_URL, where scripts in posts run and can act as them. ADMIN_URL is then optional.',
  )
  @IsBoolean()
  singleOrigin: boolean = false;

  @Variable(
    'Public URL of the calendar, e.g. https://calendar.example.com: the base of mailed links; the Console reads the calendar there.',
  )
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  calendarUrl: string = 'http://localhost:4003';

  @Variable('Encrypts links and tokens in recorded mails. The same value in every service; at least 32 characters.', {
    isSecret: true,
  })
  @IsString()
  @MinLength(32)
  encryptionKey: string;

  @Variable(
    'Signs the tickets that open the calendar for staff. The same value in admin-api and calendar-graphql; at least 32 characters. Unset: staff cannot open the calendar from the Console.',
    { isSecret: true },
  )
  @IsOptional()
  @MinLength(32)
  calendarTicketSecret?: string;

  @Variable(
    'Comma-separated CIDRs that webhooks may call in addition to public addresses, e.g. 10.1.0.0/16,127.0.0.0/8.',
  )
  @Matches(/^[\da-fA-F.:]+(\/\d{1,3})?$/, { each: true, message: 'webhookAllowedCidrs must be a list of CIDRs' })
  webhookAllowedCidrs: string[] = [];

  @Variable(
    'Comma-separated origins whose pages may call /members/api with the session of a member, e.g. https://www.example.com. The origin of SITE_URL needs no entry.',
  )
  @Matches(/^https?:\/\/[^/\s,*?#@]+$/, { each: true, message: 'membersCorsOrigins must be a list of origins' })
  membersCorsOrigins: string[] = [];

  @Variable('Folder for uploaded images, media and files, unless STORAGE_BUCKET is set.')
  @IsString()
  storagePath: string = '/var/lib/almanac/content';

  @Variable(
    'Sizes in which /content/images/size/ serves images, e.g. w600,w600h400; at most 40. Requests for another size are redirected to the original.',
  )
  @ArrayMaxSize(MAX_IMAGE_SIZES)
  @Matches(IMAGE_SIZE, { each: true, message: 'imageSizes must be a list of sizes such as w600 or w600h400' })
  imageSizes: string[] = [...DEFAULT_IMAGE_SIZES];

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

  @Variable('E-mail address of the staff user that a button of the page /docs signs in. Read in development only.')
  @IsOptional()
  @IsString()
  docsUserEmail?: string;

  @Variable('Password of that user. Read in development only.', { isSecret: true })
  @IsOptional()
  @IsString()
  docsUserPassword?: string;
}
