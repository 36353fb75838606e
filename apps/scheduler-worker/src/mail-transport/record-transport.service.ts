import { Logger } from '@almanac/platform';
import { recordMailTransport } from '@almanac/publishing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Databases } from '../databases/databases';

/** The transport that the settings select; empty if no mail server is configured. */
function transportName({ sesRegion, smtpUrl }: SchedulerWorkerConfiguration): 'SES' | 'SMTP' | '' {
  if (sesRegion !== undefined) return 'SES';
  return smtpUrl === undefined ? '' : 'SMTP';
}

/** Records the mail transport at the start for admin-api, because only the worker has the settings of the mail server. */
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
      // A worker of a new version may start before its migrations; it sends mails all the same.
      this.logger.error('Mail transport not recorded.', { transport: name }, error);
    }
  }
}
