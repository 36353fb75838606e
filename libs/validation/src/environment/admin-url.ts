import { isURL, registerDecorator, type ValidationArguments } from 'class-validator';
import { HTTP_URL } from './url-validators';

/** The description of the variable ADMIN_URL, which every service reads. */
export const ADMIN_URL_DESCRIPTION =
  'Public URL of admin-api, e.g. https://admin.example.com: the origin of the Console and of staff sessions, and the base of links in mails to staff. Another origin than SITE_URL, unless SINGLE_ORIGIN is true. The other services link to it, and calendar-graphql accepts requests of its pages.';

/** The variables that decide on which origins staff sign in. */
export interface OriginSettings {
  siteUrl: string;
  adminUrl?: string;
  /** Whether sessions of staff are valid on the site's origin too. */
  singleOrigin: boolean;
}

const isHttpUrl = (value: unknown): value is string => typeof value === 'string' && isURL(value, HTTP_URL);

/**
 * Whether the URL has another origin than the site, where scripts of authors run. True for an invalid `siteUrl`, because the
 * validation of `siteUrl` reports it.
 */
export function hasOtherOriginThanSite(url: string, siteUrl: string): boolean {
  return !URL.canParse(siteUrl) || new URL(url).origin !== new URL(siteUrl).origin;
}

function isAllowedAdminUrl(value: unknown, { siteUrl, singleOrigin }: OriginSettings): boolean {
  if (value === undefined) return singleOrigin;
  return isHttpUrl(value) && (singleOrigin || hasOtherOriginThanSite(value, siteUrl));
}

/** Validates `adminUrl`: a URL on another origin than `siteUrl`; with `singleOrigin` any URL, or none. */
export function IsAdminUrl(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isAdminUrl',
      target: target.constructor,
      propertyName: String(property),
      options: {
        message:
          '$property must be a URL on another origin than SITE_URL; for one origin, where scripts in posts can act as staff, set SINGLE_ORIGIN=true',
      },
      validator: {
        validate: (value: unknown, parameters?: ValidationArguments) =>
          parameters !== undefined && isAllowedAdminUrl(value, parameters.object as OriginSettings),
      },
    });
}
