import { type ApiVersion, namesOf } from '@almanac/api-versions';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { TokenAudience } from './admin-token';

/**
 * The accepted audiences of admin tokens: the API of one version, as a path or as a URL below `SITE_URL` or `ADMIN_URL`
 * (ADR 0120). A client that omits the version in the URL may omit it in the token, too.
 */
@Injectable()
export class TokenAudiences {
  /** The accepted prefixes of a path such as `/v3/admin/`. */
  private readonly bases: readonly string[];
  private readonly cached = new Map<string, TokenAudience>();

  constructor({ siteUrl, adminUrl }: AdminApiConfiguration) {
    const urls = [siteUrl, ...(adminUrl === undefined ? [] : [adminUrl])];
    this.bases = ['', '/ghost/api', ...urls.map((url) => `${url}/ghost/api`)];
  }

  /** @param isUnversioned whether the client omitted the version in the URL */
  of(version: ApiVersion, isUnversioned: boolean): TokenAudience {
    const key = `${version}${isUnversioned}`;
    const audience = this.cached.get(key) ?? this.create(version, isUnversioned);
    this.cached.set(key, audience);
    return audience;
  }

  private create(version: ApiVersion, isUnversioned: boolean): TokenAudience {
    const paths = [...namesOf(version).map((name) => `${name}/admin`), ...(isUnversioned ? ['admin'] : [])];
    const full = paths.flatMap((path) => [path, ...this.bases.map((base) => `${base}/${path}`)]);
    const values = new Set(full.flatMap((value) => [value, `${value}/`]));
    return { values, name: `/\\/?${version}\\/admin\\/?$/` };
  }
}
