/** One setting to change. A list or an object is given as JSON, the form in which it is stored. */
export interface SettingInput {
  key: string;
  value: string | boolean | number | null;
}
