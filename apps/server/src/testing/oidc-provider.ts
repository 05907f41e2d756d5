import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT = { id: 'airdeck', secret: 's3cret-of-Airdeck' };

/** The console's address in tests. */
export const ORIGIN = 'https://airdeck.example';

/** A person at the provider. */
export interface OidcPerson {
  subject: string;
  claims: Record<string, unknown>;
}

interface Key {
  id: string;
  privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  provider: Provider;
}

export interface OidcProvider {
  issuer: string;
  /** Who is at the browser. */
  person: OidcPerson;
  /** Changes the claims of each identity token, which is signed once more; null: as they are. */
  alter: ((claims: JWTPayload) => JWTPayload) | null;
  /** Signs with a new key, and forgets the old one. */
  rotate(): Promise<void>;
  /** Signs the tokens with the key before the last rotation. */
  isSigningWithOldKey: boolean;
  /** A browser that opens an address of the provider; answers the address of the console to which it is sent back. */
  browse(url: string): Promise<URL>;
  /** Requests so far, as method and path. */
  readonly requests: string[];
  /** Closes the port; `start` opens it. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const configurationOf = (jwk: object, person: () => OidcPerson): Configuration => ({
  jwks: { keys: [jwk] } as Configuration['jwks'],
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [`${ORIGIN}/sign-on`],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  claims: { openid: ['sub'], profile: ['preferred_username', 'name', 'school', 'groups'], email: ['email'] },
  cookies: { keys: ['cookies of a test'] },
  ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...person().claims, sub: accountId }) }),
  // Without a question for consent.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      ...(oidc.client && { clientId: oidc.client.clientId }),
      ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
    });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
});

/** A real OpenID Connect provider (`oidc-provider`) on a free port of this machine. */
export async function openOidcProvider(): Promise<OidcProvider> {
  const keys: Key[] = [];
  const requests: string[] = [];
  let handle: ReturnType<Provider['callback']> | undefined;
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url?.split('?')[0]}`);
      void handle?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const issuer = `http://127.0.0.1:${port}`;

  const resign = async (token: string): Promise<string> => {
    const key = keys.at(opened.isSigningWithOldKey ? -2 : -1);
    if (!key) throw new Error('there is no such key');
    const claims = opened.alter?.(decodeJwt(token)) ?? decodeJwt(token);
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.id }).sign(key.privateKey);
  };

  const opened: OidcProvider = {
    issuer,
    person: { subject: 'none', claims: {} },
    alter: null,
    isSigningWithOldKey: false,
    requests,
    async rotate() {
      const id = `key-${keys.length}`;
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const jwk = { ...(await exportJWK(privateKey)), kid: id, use: 'sig', alg: 'ES256' };
      const provider = new Provider(
        issuer,
        configurationOf(jwk, () => opened.person),
      );
      provider.use(async (context, next) => {
        if (context.path.startsWith('/interaction/')) {
          context.respond = false;
          const login = { accountId: opened.person.subject };
          return provider.interactionFinished(context.req, context.res, { login });
        }
        await next();
        const { body } = context as { body?: { id_token?: string } };
        if (context.path === '/token' && body?.id_token) body.id_token = await resign(body.id_token);
      });
      keys.push({ id, privateKey, provider });
      handle = provider.callback();
    },
    async browse(url) {
      const cookies = new Map<string, string>();
      let address = new URL(url);
      while (address.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
        for (const each of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
          if (name !== undefined && value !== undefined) cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        address = new URL(location, address);
      }
      return address;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    async start() {
      await listen(port);
    },
  };
  await opened.rotate();
  return opened;
}
