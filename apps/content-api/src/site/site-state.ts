import { type SettingsView, siteView, type SiteView } from '@almanac/api-versions';
import { ContentApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { ContentDatabase } from '../database/content-database';
import { SiteRevision } from './site-revision';

/** A content key or an admin key. Admin keys are loaded only so that a request with one gets a specific error. */
export interface ApiKey {
  type: 'content' | 'admin';
}

/** The settings and keys that every request needs. They are at least as new as `revision`. */
export interface SiteState {
  /** The id of the site revision before the rows were read; undefined if it was unknown. */
  revision: string | undefined;
  settings: SettingsView;
  site: SiteView;
  /** All content keys and admin keys, by secret. */
  keys: ReadonlyMap<string, ApiKey>;
  /** Whether the members feature is on. While it is off, no post is gated. */
  hasMembers: boolean;
  /** The public key that verifies member tokens; null while the site has none. */
  memberKey: KeyObject | null;
}

/** Whether the setting `labs`, a JSON object of feature flags, has `members: true`. */
function isMembersLabOn(labs: string | null | undefined): boolean {
  try {
    const parsed: unknown = JSON.parse(labs ?? '{}');
    return typeof parsed === 'object' && parsed !== null && 'members' in parsed && parsed.members === true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The state at a revision; a promise while it is read. */
interface CachedState {
  revision: string;
  state: SiteState | Promise<SiteState>;
}

/** Caches the settings and keys that requests need, until the site revision changes. */
@Injectable()
export class SiteStates {
  private cached?: CachedState;

  constructor(
    private readonly database: ContentDatabase,
    private readonly revision: SiteRevision,
    private readonly configuration: ContentApiConfiguration,
  ) {}

  /** The site state at the current revision; a promise only while it is read. */
  current(): SiteState | Promise<SiteState> {
    const revision = this.revision.current;
    if (revision === undefined) return this.read(undefined);
    if (this.cached?.revision === revision) return this.cached.state;
    const state = this.read(revision);
    const cached: CachedState = { revision, state };
    this.cached = cached;
    state.then(
      (loaded) => (cached.state = loaded),
      // After a failure, the next request reads the state again.
      () => {
        if (this.cached === cached) this.cached = undefined;
      },
    );
    return state;
  }

  private async read(revision: string | undefined): Promise<SiteState> {
    const [settingRows, keyRows] = await Promise.all([
      this.database.run<{ key: string; value: string | null }>(
        `select key, value from publishing.settings
         where type = 'blog' or key in ('members_public_key', 'members_subscription_settings')`,
        [],
      ),
      this.database.run<ApiKey & { secret: string }>('select secret, type from publishing.api_keys', []),
    ]);
    const settings = new Map(settingRows.map(({ key, value }) => [key, value]));
    const publicKey = settings.get('members_public_key');
    return {
      revision,
      settings,
      site: siteView(this.configuration.siteUrl, settings.get('active_timezone')),
      keys: new Map(keyRows.map(({ secret, type }) => [secret, { type }])),
      hasMembers: isMembersLabOn(settings.get('labs')),
      memberKey: publicKey ? createPublicKey(publicKey) : null,
    };
  }
}
