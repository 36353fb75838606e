import { Clock } from '@almanac/platform';
import { openSession } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { KnownDevices } from './known-device';
import { originOf } from './origin';
import { setSessionCookie } from './session-cookie';

/** A new session in place of the one that just ended, for whoever ended it by changing their own password or rights. */
@Injectable()
export class SessionRenewal {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: AdminApiConfiguration,
    private readonly devices: KnownDevices,
  ) {}

  /** Opens it from the origin of the request and hands it to the browser. */
  async renew(userId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const origin = originOf(request);
    if (origin === undefined) return;
    const secret = this.devices.createSecret(userId);
    const session = await openSession(this.dataSource.manager, { userId, origin, now: this.clock.now(), secret });
    setSessionCookie(reply, session, this.configuration.siteUrl);
  }
}
