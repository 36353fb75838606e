/** One setting to change. The value of a list or an object is its JSON text, which is also stored. */
export interface SettingInput {
  key: string;
  value: string | boolean | number | null;
}
