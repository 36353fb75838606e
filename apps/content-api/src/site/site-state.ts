import type { SettingsView, SiteView } from '@almanac/api-versions';
import { ContentApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { ReadDatabase } from '../database/read-database';
import { SiteRevision } from './site-revision';

export interface ContentKey {
  type: 'content' | 'admin';
}

/** What every request needs to know about the site, as of one revision. */
export interface SiteState {
  settings: SettingsView;
  site: SiteView;
  keys: ReadonlyMap<string, ContentKey>;
  /** Whether members exist for this site at all; without them nothing is gated. */
  hasMembers: boolean;
  /** Signs member tokens. */
  memberKey: KeyObject | null;
}

function isMembersLabOn(labs: string | null | undefined): boolean {
  try {
    const parsed: unknown = JSON.parse(labs ?? '{}');
    return typeof parsed === 'object' && parsed !== null && 'members' in parsed && parsed.members === true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Settings and keys are few: all of them are kept, and read anew when the revision rose. */
@Injectable()
export class SiteStates {
  private kept?: { revision: bigint; state: Promise<SiteState> };

  constructor(
    private readonly database: ReadDatabase,
    private readonly revision: SiteRevision,
    private readonly configuration: ContentApiConfiguration,
  ) {}

  async current(): Promise<SiteState> {
    const revision = this.revision.current;
    if (revision === undefined) return this.read();
    if (this.kept?.revision === revision) return this.kept.state;
    const state = this.read();
    this.kept = { revision, state };
    // What could not be read is tried again by the next request.
    state.catch(() => (this.kept = this.kept?.state === state ? undefined : this.kept));
    return state;
  }

  private async read(): Promise<SiteState> {
    const [settingRows, keyRows] = await Promise.all([
      this.database.run<{ key: string; value: string | null }>(
        "select key, value from publishing.settings where type = 'blog' or key = 'members_public_key'",
        [],
      ),
      this.database.run<ContentKey & { secret: string }>('select secret, type from publishing.api_keys', []),
    ]);
    const settings = new Map(settingRows.map(({ key, value }) => [key, value]));
    const publicKey = settings.get('members_public_key');
    return {
      settings,
      site: {
        url: this.configuration.siteUrl.replace(/\/+$/, ''),
        timezone: settings.get('active_timezone') || 'Etc/UTC',
      },
      keys: new Map(keyRows.map(({ secret, type }) => [secret, { type }])),
      hasMembers: isMembersLabOn(settings.get('labs')),
      memberKey: publicKey ? createPublicKey(publicKey) : null,
    };
  }
}
