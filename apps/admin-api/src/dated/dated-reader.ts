import { Clock } from '@almanac/platform';
import { type DatedRows, type DatedSpan, runnerOfManager, readDated, readOverdue } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A post counts as overdue this long after its due moment. The worker normally needs one or two seconds. */
const GRACE_SECONDS = 10;

/** The filter of a request and its maximum number of items. */
export interface DatedRequest {
  filter?: string;
  limit: number;
}

/** Reads posts and pages by their dates: published, scheduled, unpublished or mailed. */
@Injectable()
export class DatedReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws BadRequestError for a filter that cannot be read */
  within(span: DatedSpan, request: DatedRequest): Promise<DatedRows> {
    return readDated(runnerOfManager(this.dataSource.manager), span, { ...request, now: this.clock.now() });
  }

  /**
   * The posts and pages whose publication or unpublication was due more than ten seconds ago and has not happened.
   * @throws BadRequestError for a filter that cannot be read
   */
  overdue(request: DatedRequest): Promise<DatedRows> {
    return readOverdue(runnerOfManager(this.dataSource.manager), GRACE_SECONDS, { ...request, now: this.clock.now() });
  }
}
