import { allSql, countRows, paginate, reviveRelations } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { acceptedEncoding } from '../answers/accepted-encoding';
import { names } from '../answers/answer';
import { Sender } from '../answers/sender';
import { PUBLIC_CACHE_CONTROL, PRIVATE_CACHE_CONTROL } from '../answers/send-representation';
import { visitorOf } from '../authentication/visitor.guard';
import { ReadDatabase } from '../database/read-database';
import { SiteRevision } from '../site/site-revision';
import type { ListQuestion } from './questions';

/** Rows fetched at once: what a long list costs in memory, however long it is. */
const BATCH_SIZE = 200;
/** A list up to here is an answer like any other; a longer one is sent while it is read. */
const LONGEST_KEPT = 1_000;

const PROCESS_ID = randomUUID();

/** A list request without an end, on its way through the framework. */
interface WholeList<Row extends object> {
  request: FastifyRequest;
  reply: FastifyReply;
  question: ListQuestion<Row>;
}

const compressors = { gzip: createGzip, br: createBrotliCompress };

/** Answers `limit=all`. */
@Injectable()
export class WholeLists {
  constructor(
    private readonly database: ReadDatabase,
    private readonly sender: Sender,
    private readonly revision: SiteRevision,
  ) {}

  async send<Row extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    question: ListQuestion<Row>,
  ): Promise<void> {
    const list = { request, reply, question };
    const hash = this.hashOf(question);
    const asked = request.headers['if-none-match'];
    if (hash !== undefined && asked !== undefined && names(asked, hash)) {
      this.describe(list, hash);
      return void reply.status(304).send();
    }
    if ((await countRows(this.database.run, question.plan)) > LONGEST_KEPT) return this.stream(list, hash);
    await this.sender.send(request, reply, question);
  }

  /**
   * Names what a long list says, whose bytes are never all here, by what it is made from: the question, the revision, and this
   * process, for another may run other code. Undefined when the clock or an unknown revision decides as well.
   */
  private hashOf<Row extends object>({ key, plan }: ListQuestion<Row>): string | undefined {
    const revision = this.revision.current;
    if (revision === undefined || plan.dependsOnTime) return undefined;
    return createHash('sha1').update(`${PROCESS_ID} ${revision} ${key}`).digest('base64url');
  }

  private describe<Row extends object>({ request, reply }: WholeList<Row>, hash: string | undefined): void {
    void reply.header('vary', 'Accept-Encoding');
    void reply.header('cache-control', visitorOf(request).isMember ? PRIVATE_CACHE_CONTROL : PUBLIC_CACHE_CONTROL);
    if (hash !== undefined) void reply.header('etag', `W/"${hash}"`);
  }

  private stream<Row extends object>(list: WholeList<Row>, hash: string | undefined): void {
    const { request, reply, question } = list;
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const json = Readable.from(this.chunks(question));
    this.describe(list, hash);
    void reply.header('content-type', 'application/json; charset=utf-8');
    if (encoding === 'identity') return void reply.send(json);
    // Whichever end breaks, both are closed; the client sees an answer that was cut off.
    const compressed = pipeline(json, compressors[encoding](), (error) => error && request.log.debug(error));
    void reply.header('content-encoding', encoding).send(compressed);
  }

  /** The JSON of the whole list, batch by batch, all from one snapshot. */
  private async *chunks<Row extends object>({ plan, write }: ListQuestion<Row>): AsyncGenerator<string> {
    const { resource, request } = plan;
    const client = await this.database.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query(`declare list no scroll cursor for ${allSql(plan)}`, [...plan.values]);
      yield `{${JSON.stringify(resource.key)}:[`;
      let total = 0;
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${BATCH_SIZE} from list`);
        if (rows.length === 0) break;
        const texts = reviveRelations(rows, resource, request.selection).map((row) => JSON.stringify(write(row)));
        yield `${total === 0 ? '' : ','}${texts.join(',')}`;
        total += rows.length;
      }
      yield `],"meta":${JSON.stringify({ pagination: paginate(request, total) })}}`;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A broken connection is thrown away rather than given back.
      if (!failure) await client.query('rollback');
      client.release(failure);
    }
  }
}
