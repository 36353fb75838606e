import { isURL, registerDecorator, type ValidationArguments } from 'class-validator';
import { HTTP_URL } from './url-validators';

/** The description of the variable ADMIN_URL, which every service reads. */
export const ADMIN_URL_DESCRIPTION =
  'Public URL of admin-api, e.g. https://admin.example.com: the origin of the Console and of staff sessions, and the base of links in mails to staff. Its host differs from that of SITE_URL, or it names another port, unless SINGLE_ORIGIN is true. The other services link to it, and calendar-graphql accepts requests of its pages.';

/** The variables that decide on which origins staff sign in. */
export interface OriginSettings {
  siteUrl: string;
  adminUrl?: string;
  /** Whether sessions of staff are valid on the site's origin too. */
  singleOrigin: boolean;
}

const isHttpUrl = (value: unknown): value is string => typeof value === 'string' && isURL(value, HTTP_URL);

/**
 * Whether the URL has another host or port than the site, where scripts of authors run. Another scheme is not enough: admin-api
 * distinguishes the two origins by the `Host` header, which does not contain the scheme. True for an invalid `siteUrl`, because the
 * validation of `siteUrl` reports it.
 */
export function hasOtherHostThanSite(url: string, siteUrl: string): boolean {
  return !URL.canParse(siteUrl) || new URL(url).host !== new URL(siteUrl).host;
}

function isAllowedAdminUrl(value: unknown, { siteUrl, singleOrigin }: OriginSettings): boolean {
  if (value === undefined) return singleOrigin;
  return isHttpUrl(value) && (singleOrigin || hasOtherHostThanSite(value, siteUrl));
}

/** Validates `adminUrl`: a URL with another host or port than `siteUrl`; with `singleOrigin` any URL, or none. */
export function IsAdminUrl(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isAdminUrl',
      target: target.constructor,
      propertyName: String(property),
      options: {
        message:
          '$property must be a URL with another host than SITE_URL, or with another port in it (another scheme is not enough); for one origin, where scripts in posts can act as staff, set SINGLE_ORIGIN=true',
      },
      validator: {
        validate: (value: unknown, parameters?: ValidationArguments) =>
          parameters !== undefined && isAllowedAdminUrl(value, parameters.object as OriginSettings),
      },
    });
}
