import { Clock } from '@almanac/platform';
import { type DatedRows, type DatedSpan, runnerOfManager, readDated, readOverdue } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A post counts as overdue this long after its due moment. The worker normally publishes or unpublishes it within two seconds. */
const GRACE_SECONDS = 10;

/** The filter of a request, in NQL, and the maximum number of rows in its result. */
export interface DatedRequest {
  filter?: string;
  limit: number;
}

/** Reads posts and pages by the dates on which they are or will be published, unpublished or mailed. */
@Injectable()
export class DatedReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * The posts and pages with a date in the span, the earliest first.
   * @throws BadRequestError for a filter that is not NQL, names an unknown key or contains an invalid date
   */
  readSpan(span: DatedSpan, request: DatedRequest): Promise<DatedRows> {
    return readDated(runnerOfManager(this.dataSource.manager), span, { ...request, now: this.clock.now() });
  }

  /**
   * The posts and pages whose publication or unpublication was due more than ten seconds ago and has not happened, the earliest first.
   * @throws BadRequestError for a filter that is not NQL, names an unknown key or contains an invalid date
   */
  readOverdue(request: DatedRequest): Promise<DatedRows> {
    return readOverdue(runnerOfManager(this.dataSource.manager), GRACE_SECONDS, { ...request, now: this.clock.now() });
  }
}
