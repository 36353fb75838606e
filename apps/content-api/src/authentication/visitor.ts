import type { SiteState } from '../site/site-state';

/** How much of the site is open to whoever asks; answers are kept by it. */
export type AccessLevel = 'public' | 'member' | 'paid' | 'everything';

/** Whoever asks, and the site as it was then. */
export interface Visitor {
  access: AccessLevel;
  /** Answers to somebody with a token are nobody else's to keep. */
  isMember: boolean;
  state: SiteState;
}

const open: Record<AccessLevel, readonly string[]> = {
  public: ['public'],
  member: ['public', 'members'],
  paid: ['public', 'members', 'paid'],
  everything: ['public', 'members', 'paid'],
};

/** Whether a post of this visibility keeps its text from the visitor. */
export function isGated({ access }: Visitor, visibility: string | undefined): boolean {
  return access !== 'everything' && !open[access].includes(visibility ?? '');
}
