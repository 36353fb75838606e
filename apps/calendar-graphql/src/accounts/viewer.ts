import { UnauthorizedError } from '@almanac/errors';

/** Who is asking, as proven by a valid session. */
export interface Viewer {
  userId: string;
  sessionId: string;
}

/** @throws UnauthorizedError for anonymous callers and for those whose session is not valid (any more) */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw new UnauthorizedError('Sign in first: this needs a valid session.');
  return viewer;
}
