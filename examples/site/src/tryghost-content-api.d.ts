// The package contains no types. These take the types of the resources from @almanac/client.
declare module '@tryghost/content-api' {
  type Params = Record<string, string | number | undefined>;
  type Schemas = import('@almanac/client').ContentV5Components['schemas'];

  export type List<Item> = Item[] & { meta: { pagination: { page: number; pages: number } } };

  interface Resource<Item> {
    browse(params?: Params, memberToken?: string): Promise<List<Item>>;
    read(identity: { slug: string }, params?: Params, memberToken?: string): Promise<Item>;
  }

  export default class ContentApi {
    constructor(options: { url: string; key: string; version: string });
    posts: Resource<Schemas['Post']>;
    pages: Resource<Schemas['Page']>;
    tags: Resource<Schemas['Tag']>;
    authors: Resource<Schemas['Author']>;
    settings: { browse(): Promise<Schemas['Settings']> };
  }
}
