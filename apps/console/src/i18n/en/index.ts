import { answers } from './answers.ts';
import { calendar } from './calendar.ts';
import { common } from './common.ts';
import type { editorTexts } from './editor-texts.ts';
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

/**
 * The texts of the Console in English, in the ICU message format, except those that only the editor needs. Each screen or shared part
 * has a file. The German texts have the same keys.
 */
export const en = {
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

/** The texts that every screen can use. */
export type SharedMessages = typeof en;
/** The texts that load with the editor. */
export type EditorMessages = typeof editorTexts;
export type Messages = SharedMessages & EditorMessages;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}
