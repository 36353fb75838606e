import { type FastifyRequest } from 'fastify';
import { type Viewer } from '../accounts/viewer';
import { type Loaders } from './loaders';

/** What resolvers know besides their arguments; made anew for each request. */
export interface GraphqlContext {
  /** The client's address, as far as TRUST_PROXY lets it be known. */
  ip: string;
  /** Who is asking; null for anonymous callers and invalid sessions. */
  viewer: Viewer | null;
  loaders: Loaders;
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,500}) *$/i;

/** The credential of RFC 6750, if the request carries one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}
