import { flag, listOf, reference, text, type JsonSchema } from '@almanac/api-versions';
import { type AdminResource, operationsOf, reading } from './admin-resources';
import { closed, object, oneOf, type Operation, type Operations, under } from './operation';
import { choice, freeText } from './parameters';

const message = (key: string): JsonSchema => oneOf(key, under('message', text));
const PASSWORD = 'a long passphrase 42';

/** A route of Ghost that clients call and that answers with an error only. */
const refused = (id: string, summary: string): Operation => ({
  id,
  tag: 'Members',
  summary,
  status: 422,
  response: { schema: reference('Error') },
});

const users: AdminResource = {
  name: 'users',
  noun: 'a staff user',
  schema: 'User',
  tag: 'Staff',
  slug: 'mara',
  relations: ['roles', 'count.posts'],
  filter: 'status:active',
  order: 'name asc',
  edit: { required: [], example: { bio: 'Writes about tides.', location: 'Harbour' } },
};

const invites: AdminResource = {
  name: 'invites',
  noun: 'an invitation',
  schema: 'Invite',
  tag: 'Staff',
  filter: 'status:sent',
  order: 'created_at desc',
  add: {
    required: ['email', 'role_id'],
    example: { email: 'new.author@example.com', role_id: '5ddc9141c35e7700383b2937' },
  },
};

const members: AdminResource = {
  name: 'members',
  noun: 'a member',
  schema: 'Member',
  tag: 'Members',
  filter: "created_at:>'2020-01-01'",
  order: 'created_at desc',
  listQuery: [freeText('search', 'A part of the name or the e-mail address.')],
  add: { required: ['email'], example: { email: 'reader@example.com', name: 'Rosa Reader', note: 'Met at the pier.' } },
  edit: { required: [], example: { name: 'Rosa R. Reader' } },
};

const labels: AdminResource = {
  name: 'labels',
  noun: 'a label of members',
  schema: 'Label',
  tag: 'Members',
  slug: 'patrons',
  relations: ['count.members'],
  filter: "name:'Patrons'",
  order: 'name asc',
  add: { required: ['name'], example: { name: 'Friends of the pier' } },
  edit: { required: [], example: { name: 'Patrons of the pier' } },
};

const tiers: AdminResource = {
  name: 'tiers',
  noun: 'a tier',
  schema: 'Tier',
  tag: 'Members',
  slug: 'free',
  filter: 'type:free',
  order: 'name asc',
};

const newsletters: AdminResource = {
  name: 'newsletters',
  noun: 'the newsletter',
  schema: 'Newsletter',
  tag: 'Members',
  slug: 'default-newsletter',
  filter: 'status:active',
  order: 'name asc',
};

const plans: Operations = {
  ...operationsOf(tiers, 'list', 'read', 'readBySlug'),
  'POST tiers': refused('addTier', 'Refused: tiers follow from the settings'),
  'PUT tiers/:id': refused('editTier', 'Refused: tiers follow from the settings'),
  ...operationsOf(newsletters, 'list', 'read', 'readBySlug'),
  'POST newsletters': refused('addNewsletter', 'Refused: a site has one newsletter'),
  'PUT newsletters/:id': {
    id: 'editNewsletter',
    tag: 'Members',
    summary: 'Edit name and description of the newsletter',
    description: 'Other keys may be sent as they were read. A different value of them gets 422.',
    body: {
      schema: oneOf('newsletters', object({ name: text, description: { type: ['string', 'null'] } })),
      example: { newsletters: [{ name: 'Tides by mail', description: 'On Fridays.' }] },
    },
    path: { id: '000000000000000000000e15' },
    status: 200,
    response: { schema: oneOf('newsletters', 'Newsletter') },
  },
  'GET offers': {
    id: 'listOffers',
    tag: 'Members',
    summary: 'List offers: none',
    status: 200,
    response: { schema: closed({ offers: listOf({ type: 'object' }), meta: reference('Meta') }) },
  },
};

const staff: Operations = {
  ...operationsOf(users, 'list', 'read', 'readBySlug', 'edit', 'delete'),
  'GET users/email/:email': {
    ...reading(users, 'e-mail address', 'ByEmail'),
    path: { email: 'owner@harbour.example' },
  },
  'PUT users/password': {
    id: 'changePassword',
    tag: 'Staff',
    summary: 'Change the password of a staff user',
    description: 'Ends all sessions of the user. Users who change their own password must send the old one.',
    body: {
      schema: oneOf(
        'password',
        object(
          { user_id: text, oldPassword: text, newPassword: text, ne2Password: text },
          'user_id',
          'newPassword',
          'ne2Password',
        ),
      ),
      example: { password: [{ user_id: '1', oldPassword: PASSWORD, newPassword: PASSWORD, ne2Password: PASSWORD }] },
    },
    status: 200,
    response: { schema: message('password') },
  },
  'PUT users/owner': {
    id: 'transferOwnership',
    tag: 'Staff',
    summary: 'Make an administrator the owner of the site',
    body: {
      schema: oneOf('owner', closed({ id: text })),
      example: { owner: [{ id: '5ddc9141c35e7700383b2937' }] },
    },
    status: 200,
    response: { schema: under('users', listOf(reference('SessionUser'))) },
  },
  'GET roles': {
    id: 'listRoles',
    tag: 'Staff',
    summary: 'List roles',
    query: [choice('permissions', '`assign` lists only the roles that the caller may assign.', 'assign')],
    status: 200,
    response: { schema: under('roles', listOf(reference('Role'))) },
  },
  ...operationsOf(invites, 'list', 'read', 'add', 'delete'),
};

const csvStats = object(
  {
    stats: closed({ imported: { type: 'integer' }, duplicates: { type: 'integer' }, invalid: { type: 'integer' } }),
    invalid: { ...listOf({ type: 'object' }), description: 'The rows that were not imported, with the reason.' },
  },
  'stats',
);

const readers: Operations = {
  ...operationsOf(members, 'list', 'read', 'add', 'edit', 'delete'),
  ...operationsOf(labels, 'list', 'read', 'readBySlug', 'add', 'edit', 'delete'),
  'GET members/csv': {
    id: 'exportMembers',
    tag: 'Members',
    summary: 'Export members as CSV',
    status: 200,
    response: { schema: text, type: 'text/csv' },
  },
  'POST members/csv': {
    id: 'importMembers',
    tag: 'Members',
    summary: 'Import members from CSV',
    description:
      'The file needs a column `email`. Further columns are `name`, `note`, `subscribed_to_emails`, `complimentary_plan`, ' +
      '`created_at` and `labels`: comma-separated names in one cell. Valid rows are imported even if others are not valid.',
    body: {
      type: 'multipart/form-data',
      schema: object({ membersfile: { type: 'string', format: 'binary' } }, 'membersfile'),
    },
    status: 201,
    response: { schema: under('meta', csvStats) },
  },
};

const session: Operations = {
  'GET session': {
    id: 'readSession',
    tag: 'Sign-in',
    summary: 'Read the signed-in user',
    status: 200,
    response: { schema: reference('SessionUser') },
  },
  'POST session': {
    id: 'signIn',
    tag: 'Sign-in',
    summary: 'Sign in with e-mail address and password',
    description: 'Sets a session cookie. The request needs an `Origin` header; browsers send it.',
    isPublic: true,
    body: {
      schema: closed({ username: { ...text, description: 'The e-mail address.' }, password: text }),
      example: { username: 'owner@harbour.example', password: PASSWORD },
    },
    status: 201,
    response: { schema: text, type: 'text/plain' },
  },
  'DELETE session': { id: 'signOut', tag: 'Sign-in', summary: 'Sign out', status: 204 },
};

const setupFields = { name: text, email: text, password: text, blogTitle: text };
const setup = (id: string, summary: string, ...required: string[]): Operation => ({
  id,
  tag: 'Sign-in',
  summary,
  body: {
    schema: oneOf('setup', object(setupFields, ...required)),
    example: {
      setup: [{ name: 'Olive Hart', email: 'owner@harbour.example', password: PASSWORD, blogTitle: 'Harbour Almanac' }],
    },
  },
  status: 200,
  response: { schema: oneOf('users', 'User') },
});

const authentication: Operations = {
  'GET authentication/setup': {
    id: 'readSetup',
    tag: 'Sign-in',
    summary: 'Read whether the site has an owner',
    isPublic: true,
    status: 200,
    response: { schema: oneOf('setup', under('status', flag)) },
  },
  'POST authentication/setup': {
    ...setup('completeSetup', 'Create the owner of a new site', 'name', 'email', 'password'),
    isPublic: true,
    status: 201,
  },
  'PUT authentication/setup': setup(
    'correctSetup',
    'Change name, address and site title of the setup',
    'name',
    'email',
  ),
  'POST authentication/passwordreset': {
    id: 'requestPasswordReset',
    tag: 'Sign-in',
    summary: 'Mail a link to choose a new password',
    description: 'The response is the same whether or not the address has an account.',
    isPublic: true,
    body: {
      schema: oneOf('passwordreset', closed({ email: text })),
      example: { passwordreset: [{ email: 'owner@harbour.example' }] },
    },
    status: 200,
    response: { schema: message('passwordreset') },
  },
  'PUT authentication/passwordreset': {
    id: 'resetPassword',
    tag: 'Sign-in',
    summary: 'Choose a new password with the token of the mail',
    isPublic: true,
    body: {
      schema: oneOf('passwordreset', closed({ token: text, newPassword: text, ne2Password: text })),
      example: { passwordreset: [{ token: 'the token', newPassword: PASSWORD, ne2Password: PASSWORD }] },
    },
    status: 200,
    response: { schema: message('passwordreset') },
  },
  'GET authentication/invitation': {
    id: 'checkInvitation',
    tag: 'Sign-in',
    summary: 'Check the form of an invited address',
    description: 'The response is the same for every well-formed address.',
    isPublic: true,
    query: [{ ...freeText('email', 'The e-mail address.', 'new.author@example.com'), isRequired: true }],
    status: 200,
    response: { schema: oneOf('invitation', under('valid', flag)) },
  },
  'POST authentication/invitation': {
    id: 'acceptInvitation',
    tag: 'Sign-in',
    summary: 'Accept an invitation with the token of the mail',
    isPublic: true,
    body: {
      schema: oneOf('invitation', closed({ token: text, email: text, name: text, password: text })),
      example: {
        invitation: [{ token: 'the token', email: 'new.author@example.com', name: 'Nora Author', password: PASSWORD }],
      },
    },
    status: 200,
    response: { schema: message('invitation') },
  },
};

/** Staff, members, and how people sign in. */
export const adminPeople: Operations = { ...staff, ...readers, ...plans, ...session, ...authentication };
