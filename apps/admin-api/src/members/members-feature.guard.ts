import { NotFoundError } from '@almanac/errors';
import { SettingsService } from '@almanac/publishing';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { accessOf } from '../permissions/route-access';

/**
 * Responds 404 on the routes of members, of labels and below `/members` while the feature `members` is off in the setting `labs`. It
 * does so for unauthenticated requests, too.
 */
@Injectable()
export class MembersFeatureGuard implements CanActivate {
  constructor(private readonly settings: SettingsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const needsMemberPermission = /^(members|labels)\./.test(accessOf(request)?.permission ?? '');
    const isBelowMembers = /^\/members(\/|$)/.test(request.routeOptions.url ?? '');
    if (!needsMemberPermission && !isBelowMembers) return true;
    const { members } = await this.settings.labs();
    if (members !== true) throw new NotFoundError('Resource could not be found.');
    return true;
  }
}
