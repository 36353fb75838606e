import { messageOf } from '@almanac/errors';
import { type ServiceConfiguration } from '@almanac/validation';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { setFlagsFromString } from 'node:v8';
import { ConfigurationError } from '../configuration/configuration-error';
import { loadConfiguration } from '../configuration/load-configuration';
import { Readiness } from '../health/readiness';
import { Logger } from '../logging/logger';
import { textWithoutSecrets } from '../logging/redaction';
import { startTracing } from '../tracing/tracing';
import { createService, type ServiceOptions } from './create-service';

/**
 * Shuts the service down on SIGTERM, on SIGINT and when the launcher of a local run ends. The service reports that it is not ready, waits
 * `drainDelayMs` for load balancers, finishes running requests, and exits with 0. If it has not ended `shutdownTimeoutMs` after the delay,
 * it exits with 1.
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
 * Resolves when the launcher of a local run ends, so that the service does not run without the launcher. The launcher is the parent process
 * with an IPC channel. Without such a parent, the promise never resolves. Call this function first, because the launcher may end while the
 * service starts.
 */
function untilLauncherEnds(): Promise<void> {
  return new Promise((resolve) => {
    if (process.channel) process.once('disconnect', resolve);
  });
}

/** The reason why a service cannot start. For an invalid configuration it has no stack, because a stack would not help the operator. */
function startFailureOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}

/**
 * Turns off pretenuring: if many objects from one place in the code survive, V8 allocates later objects from this place in the old
 * generation. With pretenuring, objects of a request can hold memory after the request has ended. Processes to which this happened needed
 * 33 to 44 µs of processor time for a cached response, and 24 to 27 µs without pretenuring (ADR 0374).
 */
function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Starts a service with the configuration from the environment. `main.ts` of each service calls this function. If the service cannot start,
 * the function writes the reason to standard error and exits with 1.
 */
export async function bootService<C extends ServiceConfiguration>(options: ServiceOptions<C>): Promise<void> {
  const launcherEnded = untilLauncherEnds();
  disablePretenuring();
  try {
    const configuration = loadConfiguration(options.configurationClass);
    const logger = Logger.create({ service: options.name, level: configuration.logLevel });
    const { otelExporterOtlpEndpoint: endpoint } = configuration;
    const onSpansLost = (error: unknown): void => logger.warn(`The last spans could not be sent: ${messageOf(error)}`);
    const stopTracing = endpoint ? await startTracing({ service: options.name, endpoint, onSpansLost }) : undefined;
    const app = await createService(options, configuration, { logger });
    closeOnSignals(app, { configuration, logger, stopTracing, launcherEnded });
    await app.listen(configuration.port, configuration.host);
    logger.info('Ready.', { url: await app.getUrl(), startedInMs: Math.round(process.uptime() * 1000) });
  } catch (error) {
    process.stderr.write(`${options.name} cannot start. ${textWithoutSecrets(startFailureOf(error))}\n`);
    process.exit(1);
  }
}
