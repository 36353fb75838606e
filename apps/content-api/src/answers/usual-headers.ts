import type { ApiVersion } from '@almanac/api-versions';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** What belongs to one request or one moment rather than to every answer. */
const passing = new Set(['x-request-id', 'connection']);

/**
 * The headers that every answer of a version to whoever has a key says alike: security, origins, version, keeping. They are
 * learned from the first such answer, which the framework dressed, so that answers ahead of it cannot differ.
 */
@Injectable()
export class UsualHeaders {
  private readonly learned = new Map<ApiVersion, readonly string[]>();

  /** Names and values in turn; undefined before the first answer. */
  of(version: ApiVersion): readonly string[] | undefined {
    return this.learned.get(version);
  }

  /**
   * Learns the headers from an answer that has all but those of its body.
   * @returns what is known for this version
   */
  learn(version: ApiVersion, reply: FastifyReply): readonly string[] {
    const known = this.learned.get(version);
    if (known) return known;
    const headers = { ...reply.raw.getHeaders(), ...reply.getHeaders() };
    const usual = Object.entries(headers).flatMap(([name, value]) => (passing.has(name) ? [] : [name, String(value)]));
    this.learned.set(version, usual);
    return usual;
  }
}
