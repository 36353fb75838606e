import type { ApiContract, View } from '@almanac/api-versions';
import { Clock, type QueryParameters } from '@almanac/platform';
import {
  assertReadable,
  type BrowsePlan,
  knownSelection,
  parseBrowseQuery,
  parseSelection,
  planBrowse,
} from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import type { Made, Question } from '../answers/question';
import { isGated, type Visitor } from '../authentication/visitor';
import type { Endpoint } from './endpoint';
import { KnownTotals } from './known-totals';
import { SingleReads } from './single-reads';

/** Who asks, in which version, and with what in the URL. */
export interface Asking {
  contract: ApiContract;
  visitor: Visitor;
  query: QueryParameters;
}

/** What a single read goes by. */
export type Name = readonly [by: 'id' | 'slug', value: string];

/** A question about a list, which may be too long to be answered in one piece. */
export interface ListQuestion<Row extends object> extends Question {
  plan: BrowsePlan<Row>;
  write: (row: Row) => object;
}

function viewOf({ contract, visitor, query }: Asking): View {
  return {
    contract,
    site: visitor.state.site,
    absoluteUrls: query.absolute_urls === 'true',
    isGated: (post) => isGated(visitor, post.visibility),
  };
}

function keyOf({ contract, visitor }: Asking, { absoluteUrls }: View, ...parts: unknown[]): string {
  return JSON.stringify([contract.version, visitor.access, absoluteUrls, ...parts]);
}

/** Understands requests for published content, whichever way they came. */
@Injectable()
export class Questions {
  constructor(
    private readonly totals: KnownTotals,
    private readonly singleReads: SingleReads,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ValidationError or BadRequestError for what cannot be asked
   */
  list<Row extends object>(endpoint: Endpoint<Row>, asking: Asking): ListQuestion<Row> {
    const { contract } = asking;
    const { resource } = endpoint;
    const view = viewOf(asking);
    const asked = parseBrowseQuery(asking.query, resource);
    const plan = planBrowse(resource, asked, this.clock.now());
    const write = (row: Row): object => endpoint.serialize(contract, row, view, asked.selection);
    const make = async (): Promise<Made> => {
      const { rows, pagination } = await this.totals.browse(plan);
      const json = JSON.stringify({ [resource.key]: rows.map(write), meta: { pagination } });
      return { json, mayBeKept: !plan.dependsOnTime };
    };
    return { version: contract.version, key: keyOf(asking, view, resource.key, asked), make, plan, write };
  }

  /**
   * @throws ValidationError for what cannot be asked
   */
  one<Row extends object>(endpoint: Endpoint<Row>, [by, value]: Name, asking: Asking): Question {
    assertReadable(by, value);
    const { contract } = asking;
    const { resource } = endpoint;
    const view = viewOf(asking);
    const selection = knownSelection({ ...parseSelection(asking.query, resource), leading: by });
    const make = async (): Promise<Made> => {
      const row = await this.singleReads.get(resource, [by, value], selection);
      const json = JSON.stringify({ [resource.key]: [endpoint.serialize(contract, row, view, selection)] });
      return { json, mayBeKept: true };
    };
    return { version: contract.version, key: keyOf(asking, view, resource.key, by, value, selection), make };
  }
}
