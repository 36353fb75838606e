import { type ApiVersion, apiVersions, contracts, isApiVersion } from '@almanac/api-versions';
import { isLargeList, parseQuery } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { Question } from '../answers/question';
import { Visitors } from '../authentication/visitors';
import { authors, type Endpoint, pages, posts, tags } from './endpoint';
import { type Name, Questions } from './questions';

const endpoints: Readonly<Record<string, Endpoint<object>>> = { posts, pages, tags, authors };

/** The form in which clients write a URL; every other form that a route matches is the framework's. */
const usualForm = new RegExp(
  `^/ghost/api/(${apiVersions.join('|')})/content/(${Object.keys(endpoints).join('|')})/` +
    String.raw`(?:slug/([a-z0-9_-]+)/|([a-f\d]{24})/)?\?(.+)$`,
);

/** A request for what the routes of the controllers answer too, by its URL alone. */
export interface DirectRequest {
  version: ApiVersion;
  /** The route that stands for it in the metrics. */
  route: string;
  /** Checks the key and understands the rest; undefined when it takes the framework to answer. */
  question: () => Promise<Question | undefined>;
}

/** Understands requests with a good key by their URL alone, ahead of the framework. */
@Injectable()
export class DirectQuestions {
  constructor(
    private readonly visitors: Visitors,
    private readonly questions: Questions,
  ) {}

  /** What a URL of the usual form asks for. */
  understand(url: string): DirectRequest | undefined {
    const [, version, resource = '', slug, id, search = ''] = usualForm.exec(url) ?? [];
    const endpoint = endpoints[resource];
    if (!isApiVersion(version) || !endpoint) return undefined;
    const name: Name | undefined = slug !== undefined ? ['slug', slug] : id !== undefined ? ['id', id] : undefined;
    const path = name ? (name[0] === 'slug' ? '/slug/:slug' : '/:id') : '';
    return {
      version,
      route: `/ghost/api/${version}/content/${resource}${path}`,
      question: () => this.questionOf(endpoint, name, version, search),
    };
  }

  private async questionOf(
    endpoint: Endpoint<object>,
    name: Name | undefined,
    version: ApiVersion,
    search: string,
  ): Promise<Question | undefined> {
    const query = parseQuery(search);
    const visitor = typeof query.key === 'string' ? await this.visitors.withKey(query.key) : undefined;
    if (!visitor) return undefined;
    const asking = { contract: contracts[version], visitor, query };
    if (name) return this.questions.one(endpoint, name, asking);
    const question = this.questions.list(endpoint, asking);
    // The framework bounds how many large lists are in memory.
    return isLargeList(asking) ? undefined : question;
  }
}
