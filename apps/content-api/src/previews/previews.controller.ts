import { from } from '@almanac/api-versions';
import { Controller, Get, Header, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { previews } from '../reading/content-resources';
import { Previews } from './previews';

const NO_STORE = 'private, no-store';
const NO_INDEX = 'noindex, nofollow';
const NO_REFERRER = 'no-referrer';

/** Serves a post or page in any status to requests with its preview token, without a content key. No cache may store the responses. */
@Controller({ path: 'content', version: from('canary') })
export class PreviewsController {
  constructor(private readonly previews: Previews) {}

  @Get('posts/preview')
  @Header('cache-control', NO_STORE)
  @Header('x-robots-tag', NO_INDEX)
  @Header('referrer-policy', NO_REFERRER)
  readPost(@Req() request: FastifyRequest): Promise<object> {
    return this.previews.read(previews.posts, request);
  }

  @Get('pages/preview')
  @Header('cache-control', NO_STORE)
  @Header('x-robots-tag', NO_INDEX)
  @Header('referrer-policy', NO_REFERRER)
  readPage(@Req() request: FastifyRequest): Promise<object> {
    return this.previews.read(previews.pages, request);
  }
}
