import { UnauthorizedError } from '@almanac/errors';

/** The user and the session of a request with a valid session. */
export interface Viewer {
  userId: string;
  sessionId: string;
}

/** Returns the viewer. @throws UnauthorizedError for null, which stands for a request without a valid session */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw new UnauthorizedError('Sign in first: this request needs a valid session.');
  return viewer;
}
