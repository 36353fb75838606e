import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';

/** Whether the setup is complete. If it is not, the site has no owner yet, and the setup screen creates the owner. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }): Promise<boolean> => {
    const { setup } = await admin.get('/authentication/setup/', { signal });
    return setup[0]?.status ?? true;
  },
});

export async function requestPasswordReset(email: string): Promise<void> {
  await admin.post('/authentication/passwordreset/', { body: { passwordreset: [{ email }] } });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  // `ne2Password` is the repeated password, as in Ghost.
  const reset = { token, newPassword: password, ne2Password: password };
  await admin.put('/authentication/passwordreset/', { body: { passwordreset: [reset] } });
}

export interface Invitation {
  token: string;
  email: string;
  name: string;
  password: string;
}

export async function acceptInvitation(invitation: Invitation): Promise<void> {
  await admin.post('/authentication/invitation/', { body: { invitation: [invitation] } });
}

export interface Setup {
  blogTitle: string;
  name: string;
  email: string;
  password: string;
}

/** Creates the owner of a new site, and stores the title of the site. */
export async function completeSetup(setup: Setup): Promise<void> {
  await admin.post('/authentication/setup/', { body: { setup: [setup] } });
}

/**
 * The e-mail address in the token of an invitation. The token is base64url of `expiry|address|secret`, as in Ghost.
 * @returns the empty string for a malformed token. The user can then type an address, but the server rejects the token
 */
export function addressOfInvitation(token: string): string {
  try {
    const bytes = Uint8Array.from(atob(token.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(bytes).split('|').slice(1, -1).join('|');
  } catch {
    return '';
  }
}
