import { Logger } from '@almanac/platform';
import { recordMailTransport } from '@almanac/publishing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Databases } from '../databases/databases';

/** The transport that the environment variables select; empty if no mail server is configured. */
function transportName({ sesRegion, smtpUrl }: SchedulerWorkerConfiguration): 'SES' | 'SMTP' | '' {
  if (sesRegion !== undefined) return 'SES';
  return smtpUrl === undefined ? '' : 'SMTP';
}

/**
 * Records in PostgreSQL at the start which mail transport is configured. admin-api reads
 * it there, because only the worker has the environment variables of the mail server.
 */
@Injectable()
export class RecordTransportService implements OnApplicationBootstrap {
  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const name = transportName(this.configuration);
    try {
      await recordMailTransport(this.databases.publishing.manager, name);
    } catch (error) {
      // The worker may start before the migration that creates the table. It can send mails without this row.
      this.logger.error('Mail transport not recorded.', { transport: name }, error);
    }
  }
}
