import { Injectable } from '@nestjs/common';
import { SiteRevision } from '../site/site-revision';
import { Answer } from './answer';
import { AnswerCache } from './answer-cache';
import type { Question } from './question';

/** Gives an answer from memory, or makes it: once, however many ask for it at the same time. */
@Injectable()
export class Answers {
  private readonly underWay = new Map<string, Promise<Answer>>();

  constructor(
    private readonly cache: AnswerCache,
    private readonly revision: SiteRevision,
  ) {}

  /** The answer to a question. */
  async give({ key, make }: Pick<Question, 'key' | 'make'>): Promise<Answer> {
    const kept = this.cache.find(key);
    if (kept) return kept;
    const since = this.revision.current;
    if (since === undefined) return new Answer((await make()).json);
    // An answer begun before a change is not for those who ask after it.
    const flight = `${since} ${key}`;
    const joined = this.underWay.get(flight);
    if (joined) return joined;
    const answer = this.make(key, make, since).finally(() => this.underWay.delete(flight));
    this.underWay.set(flight, answer);
    return answer;
  }

  private async make(key: string, make: Question['make'], since: bigint): Promise<Answer> {
    const { json, mayBeKept } = await make();
    const answer = new Answer(json);
    if (mayBeKept) this.cache.keep(key, answer, since);
    return answer;
  }
}
