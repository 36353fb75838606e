import { UnauthorizedError } from '@almanac/errors';

/** The user of a request with a valid session. */
export interface Viewer {
  userId: string;
  sessionId: string;
}

/** @throws UnauthorizedError without a valid session */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw new UnauthorizedError('Sign in first: this needs a valid session.');
  return viewer;
}
