import type { ApiVersion } from '@almanac/api-versions';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { TokenAudience } from './admin-token';

const withoutLastSlash = (url: string): string => url.replace(/\/$/, '');

/**
 * The audiences an admin token may be made for: the API of one version, as a path or as a URL of this site. Clients that
 * leave the version out of the path leave it out of the token.
 */
@Injectable()
export class TokenAudiences {
  /** What may stand in front of `/v3/admin/`. */
  private readonly bases: readonly string[];
  private readonly known = new Map<string, TokenAudience>();

  constructor({ siteUrl, adminUrl }: AdminApiConfiguration) {
    const urls = [siteUrl, ...(adminUrl === undefined ? [] : [adminUrl])].map(withoutLastSlash);
    this.bases = ['', '/ghost/api', ...urls.map((url) => `${url}/ghost/api`)];
  }

  /** @param isUnversioned whether the client left the version out of the path */
  of(version: ApiVersion, isUnversioned: boolean): TokenAudience {
    const key = `${version}${isUnversioned}`;
    const audience = this.known.get(key) ?? this.make(version, isUnversioned);
    this.known.set(key, audience);
    return audience;
  }

  private make(version: ApiVersion, isUnversioned: boolean): TokenAudience {
    const paths = [`${version}/admin`, ...(isUnversioned ? ['admin'] : [])];
    const full = paths.flatMap((path) => [path, ...this.bases.map((base) => `${base}/${path}`)]);
    const values = new Set(full.flatMap((value) => [value, `${value}/`]));
    return { values, name: `/\\/?${version}\\/admin\\/?$/` };
  }
}
