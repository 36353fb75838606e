import type { Exchange } from './exchange';
import { type FilledSite } from './filled-site';
import { signedToken, validToken } from './tokens';

/** Secrets of the site under test that no API returns. */
export interface Secrets {
  /** The admin key of the scheduler. */
  scheduler: { id: string; secret: string };
  /** The RSA private key, as PEM, that signs the identity tokens of members. */
  memberPrivateKey: string;
  /** The `kid` of this key. */
  memberKeyId: string;
}

/** The e-mail addresses of staff by the names in placeholders, e.g. `<owner session>`. */
const staff: Record<string, string> = {
  owner: 'owner@example.com',
  author: 'author@example.com',
  editor: 'editor@example.com',
  contributor: 'contributor@example.com',
};

/** Replaces the placeholders of keys, tokens and sessions in recorded requests and responses. */
export class Credentials {
  private sessions = new Map<string, string>();

  constructor(
    private readonly site: FilledSite,
    private readonly secrets: Secrets,
  ) {}

  /** Drops all stored sessions, because requests of the previous area may have closed them. */
  forgetSessions(): void {
    this.sessions = new Map();
  }

  /** Replaces the placeholders in a string of an exchange. */
  async fill(text: string, exchange: Exchange, version: string): Promise<string> {
    let filled = text;
    for (const [placeholder, who] of text.matchAll(/<(owner|author|editor|contributor) session>/g)) {
      filled = filled.replace(placeholder, await this.sessionOf(who ?? 'owner'));
    }
    const { content, admin } = this.site.keys;
    // Recorded requests have the same placeholder for wrong keys as for valid ones.
    const contentSecret = exchange.name.endsWith('wrong-key') ? '0'.repeat(26) : content.secret;
    return filled
      .replaceAll('<content key>', contentSecret)
      .replaceAll('<admin key secret>', admin.secret)
      .replaceAll('<admin key id>', admin.id)
      .replace(/<(?:admin |scheduler |member )?token>/g, () => this.token(exchange, version))
      .replaceAll('<member cookie>', 'ghost-members-ssr=anna@members.example.com; ghost-members-ssr.sig=abc');
  }

  /** The session cookie of a user, who signs in if necessary. @param who e.g. `owner` */
  async sessionOf(who: string): Promise<string> {
    const known = this.sessions.get(who);
    if (known !== undefined) return known;
    const cookie = await this.site.signIn(staff[who] ?? who);
    this.sessions.set(who, cookie);
    return cookie;
  }

  /** A signed token with the recorded claims. The name of an exchange states what is wrong with its token. */
  private token({ name, request }: Exchange, version: string): string {
    const { admin, content } = this.site.keys;
    const recorded = request.token ?? validToken(version, admin.id);
    const token = JSON.parse(JSON.stringify(recorded).replaceAll('<site>', this.site.origins.site));
    if (token.header.alg?.startsWith('RS')) {
      return signedToken(
        { ...token, header: { ...token.header, kid: this.secrets.memberKeyId } },
        this.secrets.memberPrivateKey,
      );
    }
    if (name.includes('not-hex-decoded')) return signedToken(token, admin.secret);
    if (name.includes('content-key-id')) token.header.kid = content.id;
    const isScheduler = request.path.includes('<scheduler token>') && request.path.includes('/schedules/');
    if (isScheduler) token.header.kid = this.secrets.scheduler.id;
    else if (token.header.kid === '<admin key id>') token.header.kid = admin.id;
    return signedToken(token, Buffer.from(isScheduler ? this.secrets.scheduler.secret : admin.secret, 'hex'));
  }
}
