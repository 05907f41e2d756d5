import { getMe, setOwnLanguage } from '@airdeck/contract/user/own-routes';
import { getUserPlaces, setUserPlaces } from '@airdeck/contract/user/places';
import {
  changePassword,
  changeUser,
  checkLink,
  getUser,
  resetUser,
  searchId,
  searchPassword,
  setPassword,
  unlockUser,
  users as userRoutes,
} from '@airdeck/contract/user/routes';
import { resetSecondFactor } from '@airdeck/contract/user/second-factor';
import type { NoteAccess } from '../../audit/access-log.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addPublicRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Log } from '../../platform/log.ts';
import { createOwnAccount, type OwnAccountOptions } from './own-account.ts';
import { createPasswordLinks } from './password-links.ts';
import { createUserSearch } from './search.ts';
import type { SecondFactorOptions } from './second-factor.ts';
import { addSecondFactorRoutes } from './second-factor-routes.ts';
import { loadUser } from './user.ts';
import type { UserMails } from './user-mails.ts';
import { createUsers } from './users.ts';

export interface UserRoutesOptions extends Omit<OwnAccountOptions, 'links' | 'prove'>, SecondFactorOptions {
  log: Log;
  /** null: no mails are sent. */
  mails: UserMails | null;
  noteAccess: NoteAccess;
}

/** A malformed id in an address belongs to no user. */
const UNKNOWN_USER = { notFound: 'USER_NOT_FOUND' } as const;
/** Attempts a minute from one address, for routes that hash or reveal something. */
const FEW = { perMinute: 30 };

export function addUserRoutes(http: Http, options: UserRoutesOptions): void {
  const { db, endSessions } = options;
  const links = createPasswordLinks(options);
  const users = createUsers({ ...options, links, endSessions: (userId) => endSessions(userId) });
  const own = createOwnAccount({ ...options, links });
  const search = createUserSearch({ ...options, links });

  addRoute(http, userRoutes.list, async ({ query, scope, editor, request, who }) => {
    const { rows, total } = await users.list(editor, scope, query, languageOf(request, who));
    return pageAnswer(rows, total, query.size);
  });
  addRoute(http, getMe, ({ who }) => loadUser(db, who.userId));
  addRoute(http, setOwnLanguage, async ({ who, body, request }) => {
    await own.setLanguage(who, request.ip, body.language);
    return loadUser(db, who.userId);
  });
  addRoute(http, getUser, ({ params, who, editor }) => users.show(editor, who, params.id), UNKNOWN_USER);
  addRoute(http, userRoutes.add, ({ body, scope, editor }) => users.add(editor, scope, body));
  addRoute(
    http,
    changeUser,
    async ({ params, body, who, editor, request }) => {
      if (!('password' in body)) return users.edit(editor, who, params.id, body);
      if (params.id !== who.userId)
        throw await users.show(editor, who, params.id).then(() => new Failure('ACCESS_DENIED'));
      if (body.id !== params.id) throw new Failure('INVALID_PARAMETER', { id: 'INVALID' });
      return own.changeProfile(who, request.ip, body);
    },
    UNKNOWN_USER,
  );
  addRoute(
    http,
    userRoutes.remove,
    async ({ params, query, scope, editor }) => {
      await users.remove(editor, scope, params.id, query.version);
      return {};
    },
    UNKNOWN_USER,
  );
  addRoute(http, resetUser, ({ params, scope, editor }) => users.reset(editor, scope, params.id), UNKNOWN_USER);
  addRoute(
    http,
    resetSecondFactor,
    async ({ params, scope, editor }) => {
      await users.resetSecondFactor(editor, scope, params.id);
      return {};
    },
    UNKNOWN_USER,
  );
  addRoute(
    http,
    unlockUser,
    async ({ params, scope, editor }) => {
      await users.unlock(editor, scope, params.id);
      return {};
    },
    UNKNOWN_USER,
  );
  addRoute(
    http,
    getUserPlaces,
    ({ params, scope, request, who }) => users.placesOf(scope, params.id, languageOf(request, who)),
    UNKNOWN_USER,
  );
  addRoute(
    http,
    setUserPlaces,
    async ({ params, body, who, scope, editor }) => {
      await users.limit(editor, who, scope, params.id, body);
      return {};
    },
    UNKNOWN_USER,
  );
  addRoute(
    http,
    changePassword,
    async ({ params, body, who, editor, request }) => {
      if (params.id !== who.userId)
        throw await users.show(editor, who, params.id).then(() => new Failure('ACCESS_DENIED'));
      await own.changePassword(who, request.ip, body);
      return {};
    },
    UNKNOWN_USER,
  );
  addSecondFactorRoutes(http, options);
  addPublicRoute(http, checkLink, ({ body }) => own.findLinkOwner(body.token), FEW);
  addPublicRoute(
    http,
    setPassword,
    async ({ body, request }) => {
      await own.setPassword(request.ip, body);
      return {};
    },
    FEW,
  );
  addPublicRoute(http, searchId, ({ query, request }) => search(request.ip, query.email, null), FEW);
  addPublicRoute(http, searchPassword, ({ query, request }) => search(request.ip, query.email, query.login), FEW);
}
