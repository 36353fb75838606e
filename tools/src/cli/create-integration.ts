import { ApiKey } from '@almanac/entities';
import { IntegrationsService, systemActor } from '@almanac/publishing';
import { type CommandContext, withPublishingSchema } from './command-context';
import { publishingContext } from './publishing-context';

/**
 * `almanac create-integration`: creates an integration and prints its content key and admin key.
 * @throws ValidationError when the name is not valid
 */
export async function createIntegration(context: CommandContext, { name }: { name: string }): Promise<void> {
  const keys = await withPublishingSchema(context, async (source) => {
    const id = await new IntegrationsService(publishingContext(source, context.configuration.siteUrl)).create(
      systemActor,
      { name },
    );
    return source.manager.findBy(ApiKey, { integrationId: id });
  });
  const contentKey = keys.find(({ type }) => type === 'content')?.secret;
  const admin = keys.find(({ type }) => type === 'admin');
  const adminKey = admin && `${admin.id}:${admin.secret}`;
  context.output.print(
    { integration: { name, contentKey, adminKey } },
    `Content key: ${contentKey}\nAdmin key:   ${adminKey}`,
  );
}
