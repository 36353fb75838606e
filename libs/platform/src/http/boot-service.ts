import { type ServiceConfiguration } from '@almanac/validation';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ConfigurationError } from '../configuration/configuration-error';
import { loadConfiguration } from '../configuration/load-configuration';
import { Readiness } from '../health/readiness';
import { Logger } from '../logging/logger';
import { withoutSecretShapes } from '../logging/redaction';
import { startTracing } from '../tracing/tracing';
import { createService, type ServiceOptions } from './create-service';

/** Ends the process in order on SIGTERM and SIGINT: not ready, wait for load balancers, finish what runs, close, exit 0. */
function closeOnSignals(
  app: NestFastifyApplication,
  {
    configuration,
    logger,
    stopTracing,
    orphaned,
  }: {
    configuration: ServiceConfiguration;
    logger: Logger;
    stopTracing?: () => Promise<void>;
    orphaned: Promise<void>;
  },
): void {
  let isClosing = false;
  const close = async (signal: string): Promise<void> => {
    if (isClosing) return;
    isClosing = true;
    logger.info('Shutting down.', { signal });
    app.get(Readiness).startDraining();
    setTimeout(() => {
      logger.error('Shutdown took too long; what was still running is cut.', {
        shutdownTimeoutMs: configuration.shutdownTimeoutMs,
      });
      process.exit(1);
    }, configuration.drainDelayMs + configuration.shutdownTimeoutMs).unref();
    await new Promise((resolve) => setTimeout(resolve, configuration.drainDelayMs));
    await app.close();
    await stopTracing?.();
    logger.info('Stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close(signal));
  void orphaned.then(() => close('disconnect'));
}

/**
 * Settles when whoever started us over a channel (the local launcher) is gone, however it went: nothing shall stay behind.
 * Asked for first of all, so that a launcher that goes while the service still starts is noticed too.
 */
function untilOrphaned(): Promise<void> {
  return new Promise((resolve) => {
    if (process.channel) process.once('disconnect', resolve);
  });
}

/**
 * Starts a service from its environment: the last call of every `main.ts`. A configuration that is not valid, or anything
 * else that keeps the service from starting, is told on standard error and ends the process with 1.
 */
export async function bootService<C extends ServiceConfiguration>(options: ServiceOptions<C>): Promise<void> {
  const orphaned = untilOrphaned();
  try {
    const configuration = loadConfiguration(options.Configuration);
    const logger = Logger.create({ service: options.name, level: configuration.logLevel });
    const { otelExporterOtlpEndpoint: endpoint } = configuration;
    const stopTracing = endpoint ? await startTracing({ service: options.name, endpoint }) : undefined;
    const app = await createService(options, configuration, { logger });
    closeOnSignals(app, { configuration, logger, stopTracing, orphaned });
    await app.listen(configuration.port, configuration.host);
    logger.info('Ready.', { url: await app.getUrl(), startedInMs: Math.round(process.uptime() * 1000) });
  } catch (error) {
    const text =
      error instanceof ConfigurationError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${options.name} cannot start. ${withoutSecretShapes(String(text))}\n`);
    process.exit(1);
  }
}
