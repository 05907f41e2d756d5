import {
  addApiToken,
  listApiTokens,
  MAX_ALL_API_TOKENS,
  MAX_API_TOKENS,
  revokeApiToken,
} from '@airdeck/contract/user/api-token';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Random } from '../../platform/random.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import { deleteToken, insertToken, listTokens, pruneTokens } from './api-token-queries.ts';
import { type ApiTokens, hashOf, TOKEN_BYTES, TOKEN_PREFIX } from './api-tokens.ts';

export interface ApiTokenRoutesOptions {
  db: Db;
  clock: Clock;
  random: Random;
  changeRegistry: ChangeRegistry;
  tokens: Pick<ApiTokens, 'end'>;
}

/** An expired token stays in the list for this long. */
const KEPT_MS = 30 * DAY_MS;
const CHANGES_PER_MINUTE = { perMinute: 30 };
const MOST = { ofUser: MAX_API_TOKENS, ofAll: MAX_ALL_API_TOKENS };

export function addApiTokenRoutes(http: Http, options: ApiTokenRoutesOptions): void {
  const { db, clock, random, changeRegistry, tokens } = options;

  addRoute(http, listApiTokens, async ({ scope, request, who }) => ({
    content: await listTokens(db, scope, languageOf(request, who), MAX_ALL_API_TOKENS),
  }));

  addRoute(
    http,
    addApiToken,
    ({ body: { name, access, days }, who, editor }) =>
      changeRegistry(editor, async ({ tx, note }) => {
        const token = `${TOKEN_PREFIX}${Buffer.from(random(TOKEN_BYTES)).toString('base64url')}`;
        const time = clock.now();
        const expiresTime = time + days * DAY_MS;
        await pruneTokens(tx, time - KEPT_MS);
        const given = { name, access, hash: hashOf(token), time, expiresTime };
        const id = await insertToken(tx, who.userId, given, MOST);
        if (id === undefined) throw new Failure('INVALID_PARAMETER', { name: 'TOO_LARGE' });
        note({
          ...{ action: 'create', entity: 'api_tokens', entityId: id, organizationId: who.organizationId },
          before: null,
          after: { name, access, expires_time: new Date(expiresTime).toISOString() },
        });
        return { token };
      }),
    CHANGES_PER_MINUTE,
  );

  addRoute(
    http,
    revokeApiToken,
    async ({ params: { id }, scope, editor }) => {
      await changeRegistry(editor, async ({ tx, note }) => {
        const row = await deleteToken(tx, scope, id);
        if (!row) throw new Failure('RESOURCE_NOT_FOUND');
        const { name, access, user_login, expires_time } = row;
        note({
          ...{ action: 'delete', entity: 'api_tokens', entityId: id, organizationId: row.organization_id },
          before: { name, user_login, access, expires_time: expires_time.toISOString() },
          after: null,
        });
      });
      tokens.end(id);
      return {};
    },
    CHANGES_PER_MINUTE,
  );
}
