import { type ServiceConfiguration } from '@almanac/validation';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ConfigurationError } from '../configuration/configuration-error';
import { loadConfiguration } from '../configuration/load-configuration';
import { Readiness } from '../health/readiness';
import { Logger } from '../logging/logger';
import { withoutSecretShapes } from '../logging/redaction';
import { startTracing } from '../tracing/tracing';
import { createService, type ServiceOptions } from './create-service';

/**
 * On SIGTERM, on SIGINT and when the launcher has ended: reports not ready, waits for load balancers, finishes running requests,
 * closes and exits with 0.
 */
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
      logger.error('Shutdown timed out; running requests are aborted.', {
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
 * Resolves when the parent process ends that started this one with an IPC channel (the local launcher), so that no service is
 * left running. Call it first, to notice a launcher that ends while the service starts.
 */
function untilOrphaned(): Promise<void> {
  return new Promise((resolve) => {
    if (process.channel) process.once('disconnect', resolve);
  });
}

/**
 * Starts a service with the configuration from the environment; the last call of every `main.ts`. If the service cannot start,
 * it writes the reason to standard error and exits with 1.
 */
export async function bootService<C extends ServiceConfiguration>(options: ServiceOptions<C>): Promise<void> {
  const orphaned = untilOrphaned();
  try {
    const configuration = loadConfiguration(options.configurationClass);
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
