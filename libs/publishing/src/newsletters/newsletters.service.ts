import { createObjectId, Setting } from '@almanac/entities';
import { newsletterDefinition, writableFields } from '@almanac/resource-fields';
import type { NewsletterInput } from '@almanac/validation';
import { assertColumns, columnRules } from '../columns/assert-columns';
import { storedValues } from '../columns/stored-values';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { recordSiteChanged } from '../site-changed';
import { inTransaction } from '../write-scope';

/** The setting with the name and description of the newsletter, as JSON. Its type excludes it from the lists of settings. */
const NEWSLETTER_SETTING = 'newsletter';

const rules = columnRules<NewsletterInput>(newsletterDefinition);

/** Operations on the newsletter of the site. */
export class NewslettersService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Changes name and description of the newsletter. Records `site.changed` only if a value differs.
   * @param input an absent property keeps its value
   * @throws ValidationError, NoPermissionError
   */
  async edit(actor: Actor, input: NewsletterInput): Promise<void> {
    authorize(actor, 'newsletters.edit');
    assertColumns('newsletters', input, rules);
    const { clock, dataSource } = this.context;
    await inTransaction(dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const where = { key: NEWSLETTER_SETTING };
      const stored = await manager.findOne(Setting, { where, lock: { mode: 'pessimistic_write' } });
      const before: object = stored?.value ? JSON.parse(stored.value) : {};
      // The writable fields contain no URLs, so the URL of the site is not needed.
      const changes = storedValues(writableFields(newsletterDefinition), input, '');
      const value = JSON.stringify({ ...before, ...changes });
      if (value === JSON.stringify(before)) return;
      const now = clock.now();
      if (stored) await manager.update(Setting, { id: stored.id }, { value, updatedAt: now });
      else
        await manager.insert(Setting, {
          ...where,
          id: createObjectId(),
          type: 'core',
          value,
          createdAt: now,
          updatedAt: now,
        });
      await recordSiteChanged(scope);
    });
  }
}
