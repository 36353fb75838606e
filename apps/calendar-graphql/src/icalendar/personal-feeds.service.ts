import { Clock } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createSecret, digestOf } from '../accounts/secrets';
import { type Viewer } from '../accounts/viewer';

/** The personal feeds of users. Each user has at most one; its URL contains a secret token. */
@Injectable()
export class PersonalFeedsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Creates the feed of a user, and makes the previous one invalid. Returns the token of the feed; only its digest is stored. */
  async create({ userId }: Viewer): Promise<string> {
    const token = createSecret();
    await this.dataSource.query(
      `insert into calendar.personal_feeds (user_id, token_digest, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set token_digest = excluded.token_digest, created_at = excluded.created_at`,
      [userId, digestOf(token), this.clock.now()],
    );
    return token;
  }

  /** Revokes the feed of a user. Returns false when they have none. */
  async revoke({ userId }: Viewer): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      'delete from calendar.personal_feeds where user_id = $1',
      [userId],
    );
    return count > 0;
  }

  /** When the feed of a user was created; null when they have none. */
  async findCreatedAt({ userId }: Viewer): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ createdAt: Date }[]>(
      'select created_at as "createdAt" from calendar.personal_feeds where user_id = $1',
      [userId],
    );
    return row?.createdAt ?? null;
  }

  /** The id of the user with the feed of a token; null for an unknown or revoked token. */
  async findOwner(token: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ userId: string }[]>(
      'select user_id as "userId" from calendar.personal_feeds where token_digest = $1',
      [digestOf(token)],
    );
    return row?.userId ?? null;
  }
}
