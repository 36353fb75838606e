import { Clock } from '@almanac/platform';
import { type DatedRows, type DatedSpan, queryThrough, readDated, readOverdue } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The worker looks for due posts every second; within this time they are not overdue. */
const GRACE_SECONDS = 10;

/** The part of a list of dates that a request asks for. */
export interface DatedPart {
  filter?: string;
  limit: number;
}

/** Reads posts and pages by their dates. */
@Injectable()
export class DatedReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws BadRequestError for a filter that cannot be read */
  within(span: DatedSpan, part: DatedPart): Promise<DatedRows> {
    return readDated(queryThrough(this.dataSource.manager), span, { ...part, now: this.clock.now() });
  }

  /**
   * The posts and pages that were due more than ten seconds ago and are not published or unpublished.
   * @throws BadRequestError for a filter that cannot be read
   */
  overdue(part: DatedPart): Promise<DatedRows> {
    return readOverdue(queryThrough(this.dataSource.manager), GRACE_SECONDS, { ...part, now: this.clock.now() });
  }
}
