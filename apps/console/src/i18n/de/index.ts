import type { SharedMessages } from '../en/index.ts';
import { answers } from './answers.ts';
import { calendar } from './calendar.ts';
import { common } from './common.ts';
import { events } from './events.ts';
import { health } from './health.ts';
import { integrations, webhookEvents } from './integrations.ts';
import { members } from './members.ts';
import { metadata } from './metadata.ts';
import { navigation } from './navigation.ts';
import { posts } from './posts.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { staff } from './staff.ts';
import { tags } from './tags.ts';

/** The texts of the Console in German, except those that only the editor needs. */
export const de: SharedMessages = {
  answers,
  calendar,
  common,
  events,
  health,
  integrations,
  members,
  metadata,
  navigation,
  posts,
  settings,
  signIn,
  staff,
  tags,
  webhookEvents,
};
