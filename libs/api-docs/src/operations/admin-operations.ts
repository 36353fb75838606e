import { flag, listOf, reference, text, type JsonSchema } from '@almanac/api-versions';
import { adminResources } from './admin-resources';
import { oneOf, type Operation, type Operations, under } from './operation';
import { include } from './parameters';

const message = (key: string): JsonSchema => oneOf(key, under('message', text));
const anything: JsonSchema = { type: 'object' };
const file = (name: string): JsonSchema => ({
  type: 'object',
  properties: { [name]: { type: 'string', format: 'binary' } },
  required: [name],
});
const MULTIPART = 'multipart/form-data';
const bodyOf = (key: string, properties: Record<string, JsonSchema>): JsonSchema =>
  oneOf(key, { type: 'object', properties });

const session: Operations = {
  'GET session': { summary: 'The signed-in user', status: 200, answer: reference('SessionUser') },
  'POST session': {
    summary: 'Sign in',
    body: { type: 'object', properties: { username: text, password: text } },
    status: 201,
    answer: text,
    answerType: 'text/plain',
  },
  'DELETE session': { summary: 'Sign out', status: 204 },
};

const setupBody = bodyOf('setup', { name: text, email: text, password: text, blogTitle: text });

const authentication: Operations = {
  'GET authentication/setup': {
    summary: 'Whether the site has an owner',
    status: 200,
    answer: oneOf('setup', { type: 'object', properties: { status: flag }, required: ['status'] }),
  },
  'POST authentication/setup': {
    summary: 'Create the owner',
    body: setupBody,
    status: 201,
    answer: oneOf('users', 'User'),
  },
  'PUT authentication/setup': {
    summary: 'Correct the owner',
    body: setupBody,
    status: 200,
    answer: oneOf('users', 'User'),
  },
  'POST authentication/passwordreset': {
    summary: 'Ask for a mail to choose a new password with',
    body: bodyOf('passwordreset', { email: text }),
    status: 200,
    answer: message('passwordreset'),
  },
  'PUT authentication/passwordreset': {
    summary: 'Choose a new password',
    body: bodyOf('passwordreset', { token: text, newPassword: text, ne2Password: text }),
    status: 200,
    answer: message('passwordreset'),
  },
  'GET authentication/invitation': {
    summary: 'Whether an address is invited',
    query: [{ name: 'email', description: 'The address.', schema: text }],
    status: 200,
    answer: oneOf('invitation', { type: 'object', properties: { valid: flag }, required: ['valid'] }),
  },
  'POST authentication/invitation': {
    summary: 'Accept an invitation',
    body: bodyOf('invitation', { token: text, email: text, name: text, password: text }),
    status: 200,
    answer: message('invitation'),
  },
};

const problems: JsonSchema = {
  type: 'object',
  properties: { db: listOf(anything), problems: listOf(anything) },
  required: ['db', 'problems'],
};

const database: Operations = {
  'GET db': { summary: 'Export everything', query: [include], status: 200, answer: under('db', listOf(anything)) },
  'POST db': {
    summary: 'Import an export',
    body: file('importfile'),
    bodyType: MULTIPART,
    status: 200,
    answer: problems,
  },
  'DELETE db': { summary: 'Delete all posts, pages and tags', status: 204 },
  'POST db/backup': { summary: 'Write an export to the storage', status: 200, answer: under('db', listOf(anything)) },
};

const imageUpload: Operation = {
  summary: 'Store an image',
  body: {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, purpose: text, ref: text },
    required: ['file'],
  },
  bodyType: MULTIPART,
  status: 201,
  answer: oneOf('images', 'Image'),
};

/** What the Admin API offers; which versions have a route is the controllers' to say. */
export const adminOperations: Operations = {
  ...adminResources,
  ...session,
  ...authentication,
  ...database,
  'POST images/upload': imageUpload,
  'GET site': { summary: 'What needs no authentication', status: 200, answer: under('site', reference('Site')) },
  'GET config': {
    summary: 'How this installation is set up',
    status: 200,
    answer: under('config', reference('Config')),
  },
  'GET slugs/:type/:name': {
    summary: 'A free slug for a name',
    status: 200,
    answer: oneOf('slugs', under('slug', text)),
  },
  'GET notifications': { summary: 'None', status: 200, answer: under('notifications', listOf(anything)) },
  'POST mail/test': { summary: 'Send yourself a test mail', status: 200, answer: under('message', text) },
  'GET oembed': {
    summary: 'What another site says about a URL of its own',
    query: [{ name: 'url', description: 'The URL.', schema: text }],
    status: 200,
    answer: anything,
  },
};
