import { type JsonObject } from '@almanac/api-versions';
import { type Actor, PreviewLinksService } from '@almanac/publishing';
import { assertLookupFormat } from '@almanac/resource-queries';
import { AdminApiConfiguration } from '@almanac/validation';
import { Delete, Header, HttpCode, Injectable, Param, Post } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { WithoutReplay } from '../idempotency/without-replay.decorator';
import { siteViewOf } from '../site/site-view';
import type { PostKind } from './post-kind';

/** The routes that create and revoke the preview links of posts, or of pages. */
@Injectable()
export abstract class PreviewLinksOfKindController {
  protected abstract readonly kind: PostKind;

  constructor(
    private readonly previews: PreviewLinksService,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  @Post(':id/preview_link')
  @WithoutReplay()
  @HttpCode(201)
  @Header('cache-control', 'no-store')
  async add(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const { token, expiresAt, post } = await this.previews.create(actor, this.kind.type, id);
    const url = `${siteViewOf(this.configuration).url}/p/${post.uuid}/?token=${token}`;
    return { preview_links: [{ url, token, expires_at: expiresAt.toISOString() }] };
  }

  @Delete(':id/preview_link')
  @HttpCode(204)
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertLookupFormat('id', id);
    await this.previews.revoke(actor, this.kind.type, id);
  }
}
