import { MINUTE_MS } from '@airdeck/domain/duration';
import { type ClaimMapping, claimOf } from '@airdeck/domain/sign-on';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Random } from '../../platform/random.ts';
import { createProviderFetch, isSecureAddress, TIMEOUT_MS } from './provider-fetch.ts';
import type { Attempt, ProviderRow } from './sign-on-queries.ts';

/** Largest difference between the clocks of the provider and this server. */
export const MAX_CLOCK_SKEW_S = 60;
/** How long the addresses of a provider are remembered. Its keys are read at each login, so that new ones count at once. */
const METADATA_MS = 5 * MINUTE_MS;
const RANDOM_BYTES = 32;
const SECOND_MS = 1_000;

/** A provider with its secret in plain text. */
export interface Provider extends ProviderRow {
  secret: string;
}

export interface SignedOn {
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

export interface ProviderClient {
  /** The address at the provider to which the browser goes, with what its answer must fit. */
  begin(provider: Provider, redirectUri: string): Promise<Attempt & { state: string; url: string }>;
  /**
   * The claims of the person, from the query with which the provider sent the browser back. Claims of the mapping that
   * the identity token lacks are read from the provider.
   */
  finish(provider: Provider, attempt: Attempt & { state: string }, answer: string): Promise<SignedOn>;
}

// Loaded when it is needed: most installations have no single sign-on, and the library would stay in memory.
const library = () => import('openid-client');

/** Whether no claim of the mapping is missing. */
const hasAll = (claims: SignedOn['claims'], mapping: ClaimMapping): boolean => {
  const { login_claim, name_claim, email_claim, organization_claim, role_claim } = mapping;
  const names = [login_claim, name_claim, email_claim, organization_claim, role_claim];
  return names.every((name) => name === null || claimOf(claims, name) !== undefined);
};

/** `random` creates state, nonce and PKCE verifier. Methods throw errors of the library, see `signOnCodeOf`. */
export const createProviderClient = ({ clock, random }: { clock: Clock; random: Random }): ProviderClient => {
  const known = new Map<number, { version: number; time: number; metadata: Promise<ServerMetadata> }>();

  const fetchOf = ({ issuer, endpoint_hosts: hosts }: Provider) =>
    createProviderFetch(issuer, hosts === null ? [] : hosts.split('\n'));

  const discover = async (provider: Provider): Promise<ServerMetadata> => {
    const { customFetch, discovery, allowInsecureRequests } = await library();
    // Of this machine, whose addresses may be http; `createProviderFetch` refuses any other.
    const execute = [allowInsecureRequests];
    const options = { [customFetch]: fetchOf(provider), timeout: TIMEOUT_MS / SECOND_MS, execute };
    const found = await discovery(new URL(provider.issuer), provider.client_id, undefined, undefined, options);
    const metadata = found.serverMetadata();
    // The library makes exceptions, such as for all tenants of one provider.
    if (new URL(metadata.issuer).href !== new URL(provider.issuer).href) throw new Failure('SSO_ISSUER');
    return metadata;
  };

  const metadataOf = async (provider: Provider): Promise<ServerMetadata> => {
    const time = clock.now();
    const last = known.get(provider.id);
    if (last && last.version === provider.version && Math.abs(time - last.time) < METADATA_MS) return last.metadata;
    const metadata = discover(provider);
    known.set(provider.id, { version: provider.version, time, metadata });
    metadata.catch(() => known.delete(provider.id));
    return metadata;
  };

  /** A new one for each request: it remembers keys. */
  const configure = async (provider: Provider): Promise<Configuration> => {
    const oidc = await library();
    const metadata = await metadataOf(provider);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    const configuration = new oidc.Configuration(
      metadata,
      provider.client_id,
      {
        [oidc.clockSkew]: Math.round((clock.now() - Date.now()) / SECOND_MS),
        [oidc.clockTolerance]: MAX_CLOCK_SKEW_S,
      },
      authentication(provider.secret),
    );
    configuration[oidc.customFetch] = fetchOf(provider);
    configuration.timeout = TIMEOUT_MS / SECOND_MS;
    oidc.allowInsecureRequests(configuration);
    // Otherwise the library relies on TLS alone.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  const randomText = (): string => Buffer.from(random(RANDOM_BYTES)).toString('base64url');

  return {
    async begin(provider, redirectUri) {
      const oidc = await library();
      const [state, nonce, verifier] = [randomText(), randomText(), randomText()];
      const url = oidc.buildAuthorizationUrl(await configure(provider), {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      if (!isSecureAddress(url)) throw new Failure('SSO_SETUP');
      return { url: url.href, state, nonce, verifier, redirect_uri: redirectUri };
    },
    async finish(provider, { state, nonce, verifier, redirect_uri }, answer) {
      const oidc = await library();
      const configuration = await configure(provider);
      const { issuer, userinfo_endpoint } = configuration.serverMetadata();
      const address = new URL(redirect_uri);
      address.search = answer;
      if ((address.searchParams.get('iss') ?? issuer) !== issuer) throw new Failure('SSO_ISSUER');
      const tokens = await oidc.authorizationCodeGrant(configuration, address, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Failure('SSO_INVALID');
      // The token is new, so that its time is the provider's.
      if (Math.abs(claims.iat - clock.now() / SECOND_MS) > MAX_CLOCK_SKEW_S) throw new Failure('SSO_CLOCK');
      if (userinfo_endpoint === undefined || hasAll(claims, provider)) return { subject: claims.sub, claims };
      const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { subject: claims.sub, claims: { ...more, ...claims } };
    },
  };
};
