import { createObjectId, Setting } from '@almanac/entities';
import { newsletterDefinition, writableFields } from '@almanac/resource-fields';
import type { NewsletterInput } from '@almanac/validation';
import { assertColumns, columnRules } from '../columns/assert-columns';
import { toStoredValues } from '../columns/stored-values';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { readSiteTitle } from '../settings/site-title';
import { recordSiteChanged } from '../site-changed';
import { inTransaction } from '../write-scope';

/** The setting with the name and description of the newsletter, as JSON. The API does not list settings of its type (`core`). */
const NEWSLETTER_SETTING = 'newsletter';

const rules = columnRules<NewsletterInput>(newsletterDefinition);

/** The values of an input that differ from the current ones, as the setting stores them. */
function changesTo(current: NewsletterInput, input: NewsletterInput): NewsletterInput {
  // The writable fields contain no URLs, so the URL of the site is not needed.
  const values = toStoredValues(writableFields(newsletterDefinition), input, '');
  const before = new Map<string, unknown>(Object.entries(current));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before.get(name)));
}

/** Operations on the newsletter of the site. */
export class NewslettersService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Changes the name and description of the newsletter. Records `site.changed` only if a value differs from the current one. Until a
   * name is stored, the title of the site is the name.
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
      const current = { name: await readSiteTitle(manager), description: null, ...before };
      const changes = changesTo(current, input);
      if (Object.keys(changes).length === 0) return;
      const value = JSON.stringify({ ...before, ...changes });
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
