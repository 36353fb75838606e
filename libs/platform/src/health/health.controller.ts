import { Controller, Get, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { Readiness } from './readiness';

/** Liveness and readiness probes for orchestrators. */
@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const { isReady, checks } = await this.readiness.report();
    await reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', checks });
  }
}
