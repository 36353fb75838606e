import { from } from '@almanac/api-versions';
import { NoPermissionError, NotFoundError, NotImplementedError } from '@almanac/errors';
import { LargeLists } from '@almanac/platform';
import { authorize, type Actor } from '@almanac/publishing';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeyAuthenticator } from '../authentication/key-authenticator';
import { SessionAuthenticator } from '../authentication/session-authenticator';
import { OwnOriginCheck } from '../http/own-origin';
import { accessOf } from './route-access';
import { versionOf } from '../http/requested-version';
import type { RouteAccess } from './routes';

/** Authenticates each request, except those of public routes, and authorizes it by the tables `routes` and `permissionTable` (ADR 0033). */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly keys: KeyAuthenticator,
    private readonly sessions: SessionAuthenticator,
    private readonly origins: OwnOriginCheck,
    private readonly largeLists: LargeLists,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const access = accessOf(request);
    if (!access) throw new NotFoundError('Resource not found');
    if (access.audience === 'public') {
      // The value says whose pages may send the request: `members` or `staff` (`RouteAccess`).
      if (access.acceptsJsonFromPagesOf) this.origins.assertJsonFromOwnOrigin(request, access.acceptsJsonFromPagesOf);
      request.errorsNameOperation = true;
      return true;
    }
    const actor = await this.authenticate(access, request);
    if (actor.kind === 'integration' && !acceptsKeys(access, request)) {
      throw new NotImplementedError('The server does not support the functionality required to fulfill the request.', {
        help: "This route is for staff who are signed in (session cookie). It does not accept an integration's key.",
      });
    }
    request.actor = actor;
    // From here on, messages of errors contain the operation (`… cannot edit post.`), as in Ghost. Ghost leaves it out
    // of responses to external schedulers, i.e. programs outside Almanac that call `PUT schedules/…`.
    request.errorsNameOperation = access.audience !== 'externalScheduler';
    if (access.permission !== undefined) authorize(actor, access.permission);
    await this.largeLists.admit(request, context.switchToHttp().getResponse<FastifyReply>());
    return true;
  }

  /** An `Authorization` header takes precedence over a cookie, even when it is invalid. */
  private async authenticate(access: RouteAccess, request: FastifyRequest): Promise<Actor> {
    if (access.audience === 'externalScheduler') return this.keys.fromQuery(request);
    const actor = request.headers.authorization
      ? await this.keys.fromHeader(request)
      : await this.sessions.fromCookie(request);
    if (actor) return actor;
    throw new NoPermissionError('Authorization failed', {
      context:
        'Unable to determine the authenticated user or integration. Check that cookies are being passed through if using session authentication.',
    });
  }
}

/** Whether the route accepts an integration's key in the requested version. */
function acceptsKeys({ audience, keysSince }: RouteAccess, request: FastifyRequest): boolean {
  return audience !== 'staff' && (keysSince === undefined || from(keysSince).includes(versionOf(request)));
}
