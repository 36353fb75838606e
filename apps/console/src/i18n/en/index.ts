import { answers } from './answers.ts';
import { calendar } from './calendar.ts';
import { common } from './common.ts';
import { editor } from './editor.ts';
import { events } from './events.ts';
import { health } from './health.ts';
import { integrations, webhookEvents } from './integrations.ts';
import { members } from './members.ts';
import { metadata } from './metadata.ts';
import { navigation } from './navigation.ts';
import { newsletter } from './newsletter.ts';
import { posts } from './posts.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { staff } from './staff.ts';
import { tags } from './tags.ts';

/**
 * All texts of the Console in English, in the ICU message format. Each screen or shared part has a file. The German texts have the same
 * keys.
 */
export const en = {
  answers,
  calendar,
  common,
  editor,
  events,
  health,
  integrations,
  members,
  metadata,
  navigation,
  newsletter,
  posts,
  settings,
  signIn,
  staff,
  tags,
  webhookEvents,
};

export type Messages = typeof en;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}
