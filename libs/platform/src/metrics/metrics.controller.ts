import { Controller, Get, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { Metrics } from './metrics';

/** Serves the metrics in the text format of Prometheus. */
@Controller({ path: 'metrics', version: VERSION_NEUTRAL })
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }
}
