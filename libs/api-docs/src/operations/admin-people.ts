import { booleanSchema, closedObject, type JsonSchema, listOf, reference, stringSchema } from '@almanac/api-versions';
import { type AdminResource, operationsOf, readOperation } from './admin-resources';
import { envelope, openObject, type Operation, type Operations, singleItem } from './operation';
import { choice, parameter } from './parameters';

/** The schema of a body `{<key>: [{message}]}`. */
const messageBody = (key: string): JsonSchema => singleItem(key, envelope('message', stringSchema));
const PASSWORD = 'a long passphrase 42';

const users: AdminResource = {
  name: 'users',
  noun: 'a staff user',
  schema: 'User',
  tag: 'Staff',
  slug: 'mara',
  relations: ['roles', 'count.posts', 'networks'],
  writesWithInclude: ['edit'],
  exampleFilter: 'status:active',
  exampleOrder: 'name asc',
  edit: { required: [], example: { bio: 'Writes about tides.', location: 'Harbour' } },
  deleteParameters: [
    {
      name: 'delete_posts',
      description:
        '`true` deletes the posts whose first author is the user, and removes the user from the authors of other posts. By default, the owner replaces the user as an author.',
      schema: booleanSchema,
    },
  ],
};

const invites: AdminResource = {
  name: 'invites',
  noun: 'an invitation',
  schema: 'Invite',
  tag: 'Staff',
  exampleFilter: 'status:sent',
  exampleOrder: 'created_at desc',
  add: {
    required: ['email', 'role_id'],
    example: { email: 'new.author@example.com', role_id: '5ddc9141c35e7700383b2937' },
  },
};

const staff: Operations = {
  ...operationsOf(users, 'list', 'read', 'readBySlug', 'edit', 'delete'),
  'GET users/email/:email': {
    ...readOperation(users, 'e-mail address', 'ByEmail'),
    pathExamples: { email: 'owner@harbour.example' },
  },
  'PUT users/password': {
    id: 'changePassword',
    tag: 'Staff',
    summary: 'Change the password of a staff user',
    description:
      'Ends all sessions of the user. A user who changes their own password must send the old one, and gets a new session.',
    body: {
      schema: singleItem(
        'password',
        openObject(
          { user_id: stringSchema, oldPassword: stringSchema, newPassword: stringSchema, ne2Password: stringSchema },
          'user_id',
          'newPassword',
          'ne2Password',
        ),
      ),
      example: { password: [{ user_id: '1', oldPassword: PASSWORD, newPassword: PASSWORD, ne2Password: PASSWORD }] },
    },
    status: 200,
    response: { schema: messageBody('password') },
  },
  'PUT users/owner': {
    id: 'transferOwnership',
    tag: 'Staff',
    summary: 'Make an administrator the owner of the site',
    body: {
      schema: singleItem('owner', closedObject({ id: stringSchema })),
      example: { owner: [{ id: '5ddc9141c35e7700383b2937' }] },
    },
    status: 200,
    response: { schema: envelope('users', listOf(reference('SessionUser'))) },
  },
  'GET roles': {
    id: 'listRoles',
    tag: 'Staff',
    summary: 'List roles',
    query: [choice('permissions', '`assign` lists only the roles that the caller may assign.', 'assign')],
    status: 200,
    response: { schema: envelope('roles', listOf(reference('Role'))) },
  },
  ...operationsOf(invites, 'list', 'read', 'add', 'delete'),
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
    description: 'Sets a session cookie. The request needs an `Origin` or `Referer` header; browsers send it.',
    isPublic: true,
    body: {
      schema: closedObject({
        username: { ...stringSchema, description: 'The e-mail address.' },
        password: stringSchema,
      }),
      example: { username: 'owner@harbour.example', password: PASSWORD },
    },
    status: 201,
    response: { schema: stringSchema, type: 'text/plain' },
  },
  'POST calendar_ticket': {
    id: 'createCalendarTicket',
    tag: 'Sign-in',
    summary: 'Create a ticket that signs the caller in to the calendar',
    description:
      'The mutation `signin` of the calendar takes the ticket in the field `hash` of its input, once and within a minute, and ' +
      'returns a session of the account with the e-mail address of the caller. 403 when the caller has not confirmed that address.',
    status: 201,
    response: { schema: singleItem('calendar_ticket', closedObject({ ticket: stringSchema })) },
  },
  'DELETE session': { id: 'signOut', tag: 'Sign-in', summary: 'Sign out', status: 204 },
};

const setupFields = { name: stringSchema, email: stringSchema, password: stringSchema, blogTitle: stringSchema };
/** An operation of the setup of a site. @param required the keys that the object in the body must have */
const setupOperation = (id: string, summary: string, ...required: string[]): Operation => ({
  id,
  tag: 'Sign-in',
  summary,
  body: {
    schema: singleItem('setup', openObject(setupFields, ...required)),
    example: {
      setup: [{ name: 'Olive Hart', email: 'owner@harbour.example', password: PASSWORD, blogTitle: 'Harbour Almanac' }],
    },
  },
  status: 200,
  response: { schema: singleItem('users', 'User') },
});

/**
 * The operations of password resets.
 * @param name the name in paths and bodies; v5 and canary have two names
 * @param suffix the end of the ids of the operations
 */
const passwordResetOperations = (name: 'passwordreset' | 'password_reset', suffix: string): Operations => ({
  [`POST authentication/${name}`]: {
    id: `requestPasswordReset${suffix}`,
    tag: 'Sign-in',
    summary: 'Mail a link to choose a new password',
    description: 'The response is the same whether or not the address has an account.',
    isPublic: true,
    body: {
      schema: singleItem(name, closedObject({ email: stringSchema })),
      example: { [name]: [{ email: 'owner@harbour.example' }] },
    },
    status: 200,
    response: { schema: messageBody(name) },
  },
  [`PUT authentication/${name}`]: {
    id: `resetPassword${suffix}`,
    tag: 'Sign-in',
    summary: 'Choose a new password with the token from the mail',
    isPublic: true,
    body: {
      schema: singleItem(
        name,
        closedObject({ token: stringSchema, newPassword: stringSchema, ne2Password: stringSchema }),
      ),
      example: { [name]: [{ token: 'the token', newPassword: PASSWORD, ne2Password: PASSWORD }] },
    },
    status: 200,
    response: { schema: messageBody(name) },
  },
});

const authentication: Operations = {
  'GET authentication/setup': {
    id: 'readSetup',
    tag: 'Sign-in',
    summary: 'Read whether the site has an owner',
    isPublic: true,
    status: 200,
    response: { schema: singleItem('setup', envelope('status', booleanSchema)) },
  },
  'POST authentication/setup': {
    ...setupOperation('completeSetup', 'Create the owner of a new site', 'name', 'email', 'password'),
    isPublic: true,
    status: 201,
  },
  'PUT authentication/setup': setupOperation(
    'correctSetup',
    'Change the name and e-mail address of the owner, and the title of the site',
    'name',
    'email',
  ),
  ...passwordResetOperations('passwordreset', ''),
  ...passwordResetOperations('password_reset', 'OfGhost5'),
  'GET authentication/invitation': {
    id: 'checkInvitation',
    tag: 'Sign-in',
    summary: 'Check whether an invited address is well-formed',
    description: 'The response is the same for every well-formed address.',
    isPublic: true,
    query: [{ ...parameter('email', 'The e-mail address.', 'new.author@example.com'), isRequired: true }],
    status: 200,
    response: { schema: singleItem('invitation', envelope('valid', booleanSchema)) },
  },
  'POST authentication/invitation': {
    id: 'acceptInvitation',
    tag: 'Sign-in',
    summary: 'Accept an invitation with the token from the mail',
    isPublic: true,
    body: {
      schema: singleItem(
        'invitation',
        closedObject({ token: stringSchema, email: stringSchema, name: stringSchema, password: stringSchema }),
      ),
      example: {
        invitation: [{ token: 'the token', email: 'new.author@example.com', name: 'Nora Author', password: PASSWORD }],
      },
    },
    status: 200,
    response: { schema: messageBody('invitation') },
  },
};

/** Operations for staff users, roles and invitations, and for signing in. */
export const adminPeople: Operations = { ...staff, ...session, ...authentication };
