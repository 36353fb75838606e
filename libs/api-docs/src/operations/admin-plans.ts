import { closedObject, listOf, reference, stringSchema } from '@almanac/api-versions';
import { type AdminResource, operationsOf } from './admin-resources';
import { openObject, type Operation, type Operations, singleItem } from './operation';

/** An operation of Ghost that this API does not support: it always returns an error. */
const refusedOperation = (id: string, summary: string): Operation => ({
  id,
  tag: 'Members',
  summary,
  status: 422,
  response: { schema: reference('Error') },
});

const tiers: AdminResource = {
  name: 'tiers',
  noun: 'a tier',
  schema: 'Tier',
  tag: 'Members',
  slug: 'free',
  exampleFilter: 'type:free',
  exampleOrder: 'name asc',
};

const newsletters: AdminResource = {
  name: 'newsletters',
  noun: 'the newsletter',
  schema: 'Newsletter',
  tag: 'Members',
  slug: 'default-newsletter',
  exampleFilter: 'status:active',
  exampleOrder: 'name asc',
};

/** Operations for tiers, newsletters and offers. */
export const adminPlans: Operations = {
  ...operationsOf(tiers, 'list', 'read', 'readBySlug'),
  'POST tiers': refusedOperation('addTier', 'Add a tier; always refused, because the settings determine the tiers'),
  'PUT tiers/:id': refusedOperation(
    'editTier',
    'Edit a tier; always refused, because the settings determine the tiers',
  ),
  ...operationsOf(newsletters, 'list', 'read', 'readBySlug'),
  'POST newsletters': refusedOperation(
    'addNewsletter',
    'Add a newsletter; always refused, because a site has one newsletter',
  ),
  'PUT newsletters/:id': {
    id: 'editNewsletter',
    tag: 'Members',
    summary: 'Edit name and description of the newsletter',
    description: 'Other keys may be sent only with the values that were read; other values get 422.',
    body: {
      schema: singleItem('newsletters', openObject({ name: stringSchema, description: { type: ['string', 'null'] } })),
      example: { newsletters: [{ name: 'Tides by mail', description: 'On Fridays.' }] },
    },
    pathExamples: { id: '000000000000000000000e15' },
    status: 200,
    response: { schema: singleItem('newsletters', 'Newsletter') },
  },
  'GET offers': {
    id: 'listOffers',
    tag: 'Members',
    summary: 'List offers; always empty, for clients of Ghost',
    status: 200,
    response: { schema: closedObject({ offers: listOf({ type: 'object' }), meta: reference('Meta') }) },
  },
};
