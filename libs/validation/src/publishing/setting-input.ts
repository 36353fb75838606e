/** One setting to change: lists and objects come as the JSON text they are stored as. */
export interface SettingInput {
  key: string;
  value: string | boolean | number | null;
}
