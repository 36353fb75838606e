import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { Controller, Get, Query } from '@nestjs/common';
import { Oembed } from './oembed';

/** The oEmbed data or bookmark card of a URL, for the editor. */
@Controller({ path: 'admin/oembed', version: [...apiVersions] })
export class OembedController {
  constructor(private readonly oembed: Oembed) {}

  @Get()
  read(
    @Contract() contract: ApiContract,
    @Query('url') url: string | undefined,
    @Query('type') type: string | undefined,
  ): Promise<JsonObject> {
    const mayBookmark = contract.behaviour.makesBookmarks;
    return this.oembed.read(String(url ?? ''), { prefersBookmark: mayBookmark && type === 'bookmark', mayBookmark });
  }
}
