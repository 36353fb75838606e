import { ArrayMaxSize, IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { DEFAULT_IMAGE_SIZES, IMAGE_SIZE, MAX_IMAGE_SIZES } from './image-sizes';
import { ADMIN_URL_DESCRIPTION, IsAdminUrl } from './admin-url';
import { AreOrigins } from './origins';
import { ServiceConfiguration } from './service-configuration';
import {
  CalendarTicketSecret,
  CalendarUrl,
  EncryptionKey,
  SiteUrl,
  STORAGE_PATH_DESCRIPTION,
  StorageAccessKeyId,
  StorageBucket,
  StorageEndpoint,
  StorageRegion,
  StorageSecretAccessKey,
  WebhookAllowedCidrs,
} from './shared-variables';
import { Variable } from './variable';

/** The environment variables of admin-api. */
export class AdminApiConfiguration extends ServiceConfiguration {
  @SiteUrl()
  siteUrl: string;

  @Variable(ADMIN_URL_DESCRIPTION, { isBaseUrl: true })
  @IsAdminUrl()
  adminUrl?: string;

  @Variable(
    'true: staff can also sign in on the origin of SITE_URL, where scripts in posts run and can act as staff. ADMIN_URL is then optional.',
  )
  @IsBoolean()
  singleOrigin: boolean = false;

  @CalendarUrl()
  calendarUrl: string = 'http://localhost:4003';

  @EncryptionKey()
  encryptionKey: string;

  @CalendarTicketSecret()
  calendarTicketSecret?: string;

  @WebhookAllowedCidrs()
  webhookAllowedCidrs: string[] = [];

  @Variable(
    'Comma-separated origins whose pages may call /members/api with the session of a member, e.g. https://www.example.com. The origin of SITE_URL needs no entry.',
  )
  @AreOrigins({ allowsAny: false })
  membersCorsOrigins: string[] = [];

  @Variable(STORAGE_PATH_DESCRIPTION)
  @IsString()
  storagePath: string = '/var/lib/almanac/content';

  @Variable(
    'Sizes in which /content/images/size/ serves images, e.g. w600,w600h400; at most 40. Requests for another size are redirected to the original.',
  )
  @ArrayMaxSize(MAX_IMAGE_SIZES)
  @Matches(IMAGE_SIZE, { each: true, message: 'imageSizes must be a list of sizes such as w600 or w600h400' })
  imageSizes: string[] = [...DEFAULT_IMAGE_SIZES];

  @StorageBucket()
  storageBucket?: string;

  @StorageRegion()
  storageRegion: string = 'us-east-1';

  @StorageEndpoint()
  storageEndpoint?: string;

  @StorageAccessKeyId()
  storageAccessKeyId?: string;

  @StorageSecretAccessKey()
  storageSecretAccessKey?: string;

  @Variable(
    'Signing secret of the Stripe webhook /members/webhooks/stripe. Unset: the route responds with 404, and subscriptions at Stripe are not stored.',
    {
      isSecret: true,
    },
  )
  @IsOptional()
  @IsString()
  stripeWebhookSecret?: string;

  @Variable('E-mail address of the staff user that a button of the page /docs signs in. Read in development only.')
  @IsOptional()
  @IsString()
  docsUserEmail?: string;

  @Variable('Password of the user DOCS_USER_EMAIL. Read in development only.', { isSecret: true })
  @IsOptional()
  @IsString()
  docsUserPassword?: string;
}
