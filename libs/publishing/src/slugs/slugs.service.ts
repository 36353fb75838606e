import type { SlugKind } from '@almanac/rendering';
import type { PublishingContext } from '../publishing-context';
import { firstFreeSlug } from './free-slug';

/** Suggests slugs to clients before they save a resource. */
export class SlugsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * The slug that a resource with this title or name would get now; it is not reserved.
   * @param storedId the id of the resource; absent for a new resource
   */
  suggest(kind: SlugKind, text: string, storedId?: string): Promise<string> {
    return firstFreeSlug(this.context.dataSource.manager, kind, text, storedId);
  }
}
