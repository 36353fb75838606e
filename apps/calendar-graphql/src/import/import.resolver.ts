import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { requireViewer } from '../accounts/viewer';
import { type MutationImportEventsArgs } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { type ImportReport } from './import-report';
import { ImportService } from './import.service';

/**
 * The maximum number of components in a file. The report has an entry for each event component, and graphql-js computes all fields of a
 * response without a pause. So the report of a larger file would block other requests.
 */
const MAX_COMPONENTS_OVER_GRAPHQL = 2_000;

@Resolver('ImportReport')
export class ImportResolver {
  constructor(private readonly imports: ImportService) {}

  @Mutation('importEvents')
  importEvents(
    @Args() { ics, timeZone, includePrivate }: MutationImportEventsArgs,
    @Context() { viewer }: GraphqlContext,
  ): Promise<ImportReport> {
    const options = {
      timeZone: timeZone ?? null,
      includesPrivate: includePrivate === true,
      maxComponents: MAX_COMPONENTS_OVER_GRAPHQL,
    };
    return this.imports.import(requireViewer(viewer), Buffer.from(ics), options);
  }
}
