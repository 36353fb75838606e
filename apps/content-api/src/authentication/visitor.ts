import type { FastifyRequest } from 'fastify';
import type { SiteState } from '../site/site-state';

/**
 * The posts that a visitor may read in full: `everything` while the members feature is off, else by the visibility of the posts. Responses
 * to visitors with the same level have the same bodies.
 */
export type AccessLevel = 'public' | 'member' | 'paid' | 'everything';

/** The sender of a request, and the state of the site when the request arrived. */
export interface Visitor {
  access: AccessLevel;
  /** True for a request with a valid member token while the members feature is on. HTTP caches must not store the response. */
  isMember: boolean;
  state: SiteState;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `Visitors.identify`. */
    visitor?: Visitor;
  }
}

/** The visitor of a request that `Visitors.identify` has accepted. */
export function visitorOf({ visitor }: FastifyRequest): Visitor {
  if (!visitor) throw new Error('The visitor of this request was not identified.');
  return visitor;
}

const readableVisibilities: Record<Exclude<AccessLevel, 'everything'>, readonly (string | undefined)[]> = {
  public: ['public'],
  member: ['public', 'members'],
  paid: ['public', 'members', 'paid'],
};

/** Whether the visitor may not read the whole content of a post with this visibility. */
export function isGated({ access }: Pick<Visitor, 'access'>, visibility: string | undefined): boolean {
  return access !== 'everything' && !readableVisibilities[access].includes(visibility);
}
