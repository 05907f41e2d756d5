import {
  addSavedView,
  deleteSavedView,
  listSavedViews,
  MAX_SAVED_VIEWS,
  renameSavedView,
} from '@airdeck/contract/saved-view/routes';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { duplicateOf } from '../../registry/change-registry.ts';
import { deleteView, insertView, listViews, renameView } from './view-queries.ts';

/** A person's own, so that changes are not audited. */
export const addSavedViewRoutes = (http: Http, { db }: { db: Db }): void => {
  const named = <T>(change: Promise<T>): Promise<T> =>
    change.catch((error) => {
      throw duplicateOf(error) ?? error;
    });

  addRoute(http, listSavedViews, async ({ who }) => ({ views: await listViews(db, who.userId) }));
  addRoute(http, addSavedView, async ({ body, who }) => {
    const added = await named(db.tx((tx) => insertView(tx, who.userId, body, MAX_SAVED_VIEWS)));
    if (!added) throw new Failure('INVALID_PARAMETER', { name: 'TOO_LARGE' });
    return added;
  });
  addRoute(http, renameSavedView, async ({ params, body, who }) => {
    const renamed = await named(renameView(db, who.userId, params.id, body.name));
    if (!renamed) throw new Failure('RESOURCE_NOT_FOUND');
    return renamed;
  });
  addRoute(http, deleteSavedView, async ({ params, who }) => {
    if (!(await deleteView(db, who.userId, params.id))) throw new Failure('RESOURCE_NOT_FOUND');
    return {};
  });
};
