import { NotFoundError } from '@almanac/errors';
import { readLabs } from '@almanac/publishing';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { accessOf } from '../permissions/route-access';

/** Where the site has no members, none of their routes is there, whoever asks. */
@Injectable()
export class MembersLabGuard implements CanActivate {
  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isForMembers = accessOf(request)?.permission?.startsWith('members.') ?? false;
    const isMembersApp = /^\/members(\/|$)/.test(request.routeOptions.url ?? '');
    if (!isForMembers && !isMembersApp) return true;
    const { members } = await readLabs(this.dataSource.manager);
    if (members !== true) throw new NotFoundError('Resource could not be found.');
    return true;
  }
}
