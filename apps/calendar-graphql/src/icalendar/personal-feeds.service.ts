import { Clock } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createSecret, digestOf } from '../accounts/secrets';
import { type Viewer } from '../accounts/viewer';

/** The secret feed addresses of users, one each. */
@Injectable()
export class PersonalFeedsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Creates the address of a user and replaces the previous one. Returns its token, which is not stored. */
  async create({ userId }: Viewer): Promise<string> {
    const token = createSecret();
    await this.dataSource.query(
      `insert into calendar.personal_feeds (user_id, token_digest, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set token_digest = excluded.token_digest, created_at = excluded.created_at`,
      [userId, digestOf(token), this.clock.now()],
    );
    return token;
  }

  /** Revokes the address of a user. Returns false when there is none. */
  async revoke({ userId }: Viewer): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      'delete from calendar.personal_feeds where user_id = $1',
      [userId],
    );
    return count > 0;
  }

  /** When the address was created; null when the user has none. */
  async findCreatedAt({ userId }: Viewer): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ createdAt: Date }[]>(
      'select created_at as "createdAt" from calendar.personal_feeds where user_id = $1',
      [userId],
    );
    return row?.createdAt ?? null;
  }

  /** The user of a token; null for an unknown or revoked one. */
  async findOwner(token: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ userId: string }[]>(
      'select user_id as "userId" from calendar.personal_feeds where token_digest = $1',
      [digestOf(token)],
    );
    return row?.userId ?? null;
  }
}
