import { closedObject, stringSchema } from '@almanac/api-versions';
import { type AdminResource, operationsOf } from './admin-resources';
import { choice, parameter, listParameters } from './parameters';
import { openObject, type Operation, type Operations, pageOf, singleItem } from './operation';

const emails: AdminResource = {
  name: 'emails',
  noun: 'the mail of a post',
  schema: 'Email',
  tag: 'Emails',
  exampleFilter: 'status:submitted',
  exampleOrder: 'created_at desc',
};

const segment = choice(
  'memberSegment',
  'Shows the mail as free or as paying members get it.',
  'status:free',
  'status:-free',
);

/**
 * The delay with which a pause or a cancellation takes effect. A worker sends at most two batches at the same time. For each batch, it
 * reads at most ten recipients per connection together with the status of the mail, and starts mails to these recipients for at most a
 * second.
 */
const DELAYED_EFFECT =
  'For up to one second, workers still start mails: each worker at most 20 times as many as it has connections to the mail server.';

/** An operation that changes the status of the mail of a post. */
const statusOperation = (
  action: 'retry' | 'pause' | 'resume' | 'cancel',
  summary: string,
  description: string,
): Operation => ({
  id: `${action}Email`,
  tag: 'Emails',
  summary,
  description: `${description} 422 when the status of the mail does not allow it.`,
  status: 200,
  response: { schema: singleItem('emails', 'Email') },
});

/** Operations for the mails of posts to members: progress, recipients, previews and test mails. */
export const adminEmails: Operations = {
  ...operationsOf(emails, 'list', 'read'),
  'GET emails/:id/recipients': {
    id: 'listEmailRecipients',
    tag: 'Emails',
    summary: 'List the recipients of a mail with their results',
    description: 'Opens and clicks are not tracked.',
    query: listParameters({ exampleFilter: 'status:failed', exampleOrder: 'id asc' }),
    status: 200,
    response: { schema: pageOf('email_recipients', 'EmailRecipient') },
  },
  'PUT emails/:id/retry': statusOperation(
    'retry',
    'Send a mail again to the recipients for whom it failed temporarily',
    'Also sends to recipients who were not tried yet, e.g. because the mail could not be rendered, or the mail server accepted no mail ' +
      'for a day.',
  ),
  'PUT emails/:id/pause': statusOperation('pause', 'Pause a mail', DELAYED_EFFECT),
  'PUT emails/:id/resume': statusOperation('resume', 'Resume a paused mail', 'Continues with the next recipient.'),
  'PUT emails/:id/cancel': statusOperation(
    'cancel',
    'Cancel a mail for the recipients to whom it is not sent yet',
    `A cancelled mail cannot be sent later. ${DELAYED_EFFECT}`,
  ),
  'GET email_previews/posts/:id': {
    id: 'previewEmail',
    tag: 'Emails',
    summary: 'Preview the mail of a post',
    query: [segment],
    status: 200,
    response: {
      schema: singleItem(
        'email_previews',
        closedObject({ subject: stringSchema, html: stringSchema, plaintext: stringSchema }),
      ),
    },
  },
  'POST email_previews/posts/:id': {
    id: 'sendTestEmail',
    tag: 'Emails',
    summary: 'Send the mail of a post to up to ten test addresses',
    body: {
      schema: openObject(
        {
          emails: { type: 'array', minItems: 1, maxItems: 10, items: { ...stringSchema, format: 'email' } },
          memberSegment: segment.schema,
          subject: { ...stringSchema, maxLength: 300 },
        },
        'emails',
      ),
      example: { emails: ['editor@example.com'], memberSegment: 'status:free' },
    },
    status: 204,
  },
  'GET email_previews/posts/:id/recipients': {
    id: 'countEmailRecipients',
    tag: 'Emails',
    summary: 'Count the members who would get the post by mail now',
    query: [
      parameter(
        'email_recipient_filter',
        'Counts these members instead of the recipients of the post: `all`, `free`, `paid` or a filter of members.',
      ),
      choice('visibility', 'Counts as if the post had this visibility.', 'public', 'members', 'paid'),
    ],
    status: 200,
    response: { schema: singleItem('recipients', closedObject({ count: { type: 'integer' } })) },
  },
};
