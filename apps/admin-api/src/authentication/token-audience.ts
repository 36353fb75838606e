import { type ApiVersion, namesOf } from '@almanac/api-versions';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { TokenAudience } from './admin-token';

/**
 * The accepted `aud` claims of admin tokens: the path of the Admin API in one version, or its URL below `SITE_URL` or `ADMIN_URL`
 * (ADR 0120). A client that omits the version in the URL of its request may omit it in the token, too.
 */
@Injectable()
export class TokenAudiences {
  /** The strings that a claim may have before `/v3/admin/`: the empty string, a path or a URL. */
  private readonly bases: readonly string[];
  private readonly cached = new Map<string, TokenAudience>();

  constructor({ siteUrl, adminUrl }: AdminApiConfiguration) {
    const urls = [siteUrl, ...(adminUrl === undefined ? [] : [adminUrl])];
    this.bases = ['', '/ghost/api', ...urls.map((url) => `${url}/ghost/api`)];
  }

  /**
   * The accepted audiences of the token of a request.
   * @param isUnversioned whether the URL of the request contains no version
   */
  of(version: ApiVersion, isUnversioned: boolean): TokenAudience {
    const key = `${version}${isUnversioned}`;
    const audience = this.cached.get(key) ?? this.create(version, isUnversioned);
    this.cached.set(key, audience);
    return audience;
  }

  private create(version: ApiVersion, isUnversioned: boolean): TokenAudience {
    const paths = [...namesOf(version).map((name) => `${name}/admin`), ...(isUnversioned ? ['admin'] : [])];
    const withBases = paths.flatMap((path) => [path, ...this.bases.map((base) => `${base}/${path}`)]);
    const values = new Set(withBases.flatMap((value) => [value, `${value}/`]));
    return { values, nameInErrors: `/\\/?${version}\\/admin\\/?$/` };
  }
}
