/** One setting to change. The value of a list or an object is its JSON, as it is stored. */
export interface SettingInput {
  key: string;
  value: string | boolean | number | null;
}
