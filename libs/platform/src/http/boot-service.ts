import { type ServiceConfiguration } from '@almanac/validation';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { setFlagsFromString } from 'node:v8';
import { ConfigurationError } from '../configuration/configuration-error';
import { loadConfiguration } from '../configuration/load-configuration';
import { Readiness } from '../health/readiness';
import { Logger } from '../logging/logger';
import { withoutSecretShapes } from '../logging/redaction';
import { startTracing } from '../tracing/tracing';
import { createService, type ServiceOptions } from './create-service';

/**
 * Shuts the service down on SIGTERM, on SIGINT and when the launcher of a local run ends: reports not ready, waits for load
 * balancers, finishes running requests, closes and exits with 0. After the shutdown timeout, it exits with 1.
 */
function closeOnSignals(
  app: NestFastifyApplication,
  {
    configuration,
    logger,
    stopTracing,
    launcherEnded,
  }: {
    configuration: ServiceConfiguration;
    logger: Logger;
    stopTracing?: () => Promise<void>;
    launcherEnded: Promise<void>;
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
  void launcherEnded.then(() => close('disconnect'));
}

/**
 * Resolves when the launcher of a local run ends, so that the service does not run without it. The launcher is the parent process with
 * an IPC channel. Without such a parent, the promise never resolves. Call this function first: the launcher may end while the service
 * starts.
 */
function untilLauncherEnds(): Promise<void> {
  return new Promise((resolve) => {
    if (process.channel) process.once('disconnect', resolve);
  });
}

/** The reason why a service cannot start. For an invalid configuration, it has no stack, which would not help. */
function startFailureOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}

/**
 * Stops V8 from allocating objects in the old generation because earlier objects from the same place in the code survived. It would do
 * this for objects of requests, too, which then hold memory after their request has ended; such a process needed 1.6 times the processor
 * time for a cached response (ADR 0374).
 */
function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Starts a service with the configuration from the environment; `main.ts` of each service calls it. If the service cannot start, writes
 * the reason to standard error and exits with 1.
 */
export async function bootService<C extends ServiceConfiguration>(options: ServiceOptions<C>): Promise<void> {
  const launcherEnded = untilLauncherEnds();
  disablePretenuring();
  try {
    const configuration = loadConfiguration(options.configurationClass);
    const logger = Logger.create({ service: options.name, level: configuration.logLevel });
    const { otelExporterOtlpEndpoint: endpoint } = configuration;
    const stopTracing = endpoint ? await startTracing({ service: options.name, endpoint }) : undefined;
    const app = await createService(options, configuration, { logger });
    closeOnSignals(app, { configuration, logger, stopTracing, launcherEnded });
    await app.listen(configuration.port, configuration.host);
    logger.info('Ready.', { url: await app.getUrl(), startedInMs: Math.round(process.uptime() * 1000) });
  } catch (error) {
    process.stderr.write(`${options.name} cannot start. ${withoutSecretShapes(startFailureOf(error))}\n`);
    process.exit(1);
  }
}
