import type { JsonObject } from '@almanac/api-versions';

/**
 * The properties of an oEmbed response (oEmbed 1.0, section 2.3.4). Other properties are dropped, and so are values that are lists, objects
 * or booleans.
 */
const oembedProperties = [
  'type',
  'version',
  'title',
  'author_name',
  'author_url',
  'provider_name',
  'provider_url',
  'cache_age',
  'thumbnail_url',
  'thumbnail_width',
  'thumbnail_height',
  'url',
  'html',
  'width',
  'height',
];

/**
 * The properties without which the data of a type cannot be embedded, as in Ghost. oEmbed 1.0 requires more, e.g. `height`. It is not
 * required here, because the height of many embeds is that of their content.
 */
const requiredProperties: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['photo', ['url']],
  ['video', ['html', 'width']],
  ['rich', ['html', 'width']],
  ['link', []],
]);

/** The known properties of an oEmbed response; undefined for a response without a type. */
export function oembedDataOf(response: unknown): JsonObject | undefined {
  if (typeof response !== 'object' || response === null || !('type' in response)) return undefined;
  const embed: JsonObject = {};
  for (const key of oembedProperties) {
    const value: unknown = Reflect.get(response, key);
    if (isTextNumberOrNull(value)) embed[key] = value;
  }
  return embed;
}

/** Whether the data has a version, one of the four types of oEmbed 1.0, and the properties that this type requires. */
export function isCompleteEmbed(embed: JsonObject): boolean {
  const required = requiredProperties.get(embed.type);
  return required !== undefined && ['version', ...required].every((key) => Boolean(embed[key]));
}

function isTextNumberOrNull(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
