import { getMe, getUser } from '@airdeck/contract/user/routes';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { loadUser, showUser } from './user.ts';

export function addUserRoutes(http: Http, db: Db): void {
  addRoute(http, getMe, ({ who }) => loadUser(db, who.userId));
  addRoute(http, getUser, ({ params, who }) => showUser(db, who, params.id), { notFound: 'USER_NOT_FOUND' });
}
