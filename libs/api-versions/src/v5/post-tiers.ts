import type { Field, Serializer } from '../contract';
import { related } from '../serialization/fields';
import { listOf, reference } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

/** The tiers whose members may read a post: the paid tier for a post with the visibility `paid`, else all tiers, as in Ghost 5. */
function tiers(api: 'content' | 'admin'): Field<PostView> {
  return related('tiers', listOf(reference('Tier')), (post, context) =>
    post.tiers
      ?.filter(({ type }) => post.visibility !== 'paid' || type === 'paid')
      .map((tier) => context.contract[api].tier(tier, context)),
  );
}

/** Adds the tiers whose members may read the post. */
export function withTiers(post: Serializer<PostView>, api: 'content' | 'admin'): Serializer<PostView> {
  return serializerOf([...post.fields, tiers(api)]);
}
