import { from } from '@almanac/api-versions';
import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { VisitorGuard } from '../authentication/visitor.guard';
import { ContentReader, type FixedList } from '../reading/content-reader';
import { authors, posts, tags } from '../reading/content-resources';

/** The maximum number of rows of each list, as in Ghost 5. */
const MAX_ROWS = 10_000;

/** A list whose response does not depend on the query string, except for the content key. */
const fixedList = (query: FixedList['query']): FixedList => ({ query: { ...query, limit: 'all' }, atMost: MAX_ROWS });

const indexedPosts = fixedList({
  fields: 'id,slug,title,excerpt,url,updated_at,visibility',
  formats: 'plaintext',
  filter: 'visibility:public',
  order: 'updated_at desc',
});
const indexedAuthors = fixedList({ fields: 'id,slug,name,url,profile_image', order: 'name asc' });
const indexedTags = fixedList({ fields: 'id,slug,name,url', filter: 'visibility:public', order: 'name asc' });

type Body = Promise<Buffer | Readable | undefined>;

/** The data for the search box of a site: the public posts, beginning with the last changed one, the authors and the public tags. */
@UseGuards(VisitorGuard)
@Controller({ path: 'content/search-index', version: from('v5') })
export class SearchIndexController {
  constructor(private readonly reader: ContentReader) {}

  @Get('posts')
  posts(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Body {
    return this.reader.browse(posts, request, reply, indexedPosts);
  }

  @Get('authors')
  authors(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Body {
    return this.reader.browse(authors, request, reply, indexedAuthors);
  }

  @Get('tags')
  tags(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Body {
    return this.reader.browse(tags, request, reply, indexedTags);
  }
}
