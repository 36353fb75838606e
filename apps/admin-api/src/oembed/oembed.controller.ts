import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { Controller, Get, Query } from '@nestjs/common';
import { OembedReader } from './oembed-reader';

/** Returns the oEmbed data of a URL, or the data of a bookmark card. Editors request it when a user pastes a URL. */
@Controller({ path: 'admin/oembed', version: [...apiVersions] })
export class OembedController {
  constructor(private readonly reader: OembedReader) {}

  @Get()
  read(
    @Contract() contract: ApiContract,
    @Query('url') url: string | undefined,
    @Query('type') type: string | undefined,
  ): Promise<JsonObject> {
    const allowsBookmark = contract.behaviour.oembedReturnsBookmarks;
    const prefersBookmark = allowsBookmark && type === 'bookmark';
    // `String`, because the value of a repeated query parameter is an array.
    return this.reader.read(String(url ?? ''), { allowsBookmark, prefersBookmark });
  }
}
