import { SetupService } from '@almanac/publishing';
import { randomBytes } from 'node:crypto';
import { type CommandContext, withPublishingSchema } from './command-context';
import { publishingContext } from './publishing-context';

export interface OwnerOptions {
  name: string;
  email: string;
  /** A password is generated and printed when this is absent. */
  password?: string;
  title?: string;
}

/**
 * `almanac create-owner`: creates the owner of a site that has none.
 * @throws NoPermissionError when the site has an owner; ValidationError when an option is not valid
 */
export async function createOwner(
  context: CommandContext,
  { name, email, password, title }: OwnerOptions,
): Promise<void> {
  const effectivePassword = password ?? randomBytes(12).toString('base64url');
  await withPublishingSchema(context, (source) =>
    new SetupService(publishingContext(source, context.configuration.siteUrl)).complete({
      name,
      email,
      password: effectivePassword,
      blogTitle: title,
    }),
  );
  const secret = password === undefined ? { password: effectivePassword } : {};
  context.output.print(
    { owner: { name, email, ...secret } },
    `${name} <${email}> owns the site.${password === undefined ? ` Password: ${effectivePassword}` : ''}`,
  );
}
