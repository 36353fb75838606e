import { type ServiceConfiguration } from '@almanac/validation';
import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../clock';
import { HealthController } from '../health/health.controller';
import { Readiness } from '../health/readiness';
import { Logger } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { MetricsController } from '../metrics/metrics.controller';
import { LargeLists } from './large-lists';

export interface PlatformOptions<C extends ServiceConfiguration> {
  /** The name of the service in logs and metrics. */
  name: string;
  configurationClass: new () => C;
  configuration: C;
  logger: Logger;
  /** Replaces the system clock in tests. */
  clock?: Clock;
  /** Replaces the limit of concurrent large lists in tests. */
  largeLists?: LargeLists;
}

/**
 * Provides the configuration, Logger, Clock, LargeLists, Metrics and Readiness to all modules of a service. Adds the routes `health` and
 * `metrics`.
 */
@Module({})
export class PlatformModule {
  static forRoot<C extends ServiceConfiguration>({
    name,
    configurationClass,
    configuration,
    logger,
    clock,
    largeLists,
  }: PlatformOptions<C>): DynamicModule {
    const providers = [
      { provide: configurationClass, useValue: configuration },
      { provide: Logger, useValue: logger },
      { provide: Clock, useValue: clock ?? new Clock() },
      { provide: LargeLists, useValue: largeLists ?? new LargeLists() },
      { provide: Metrics, useValue: new Metrics(name) },
      Readiness,
    ];
    return {
      module: PlatformModule,
      global: true,
      controllers: [HealthController, MetricsController],
      providers,
      exports: providers,
    };
  }
}
