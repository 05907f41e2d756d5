import { endAlias, getCodes } from '@airdeck/contract/place/codes';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import { deleteAlias, readCodes } from './alias-queries.ts';

export interface AliasRoutesOptions {
  db: Db;
  changeRegistry: ChangeRegistry;
}

/** Former codes of organizations. Changing the code is an edit of the organization. */
export const addAliasRoutes = (http: Http, { db, changeRegistry }: AliasRoutesOptions): void => {
  addRoute(
    http,
    getCodes,
    async ({ params }) => {
      const codes = await readCodes(db, params.id);
      if (codes === undefined) throw new Failure('NOT_FOUND_ORGANIZATION');
      return codes;
    },
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );

  addRoute(http, endAlias, async ({ params: { id, code }, editor }) => {
    await changeRegistry(editor, async ({ tx, note }) => {
      const name = await deleteAlias(tx, id, code);
      if (name === undefined) throw new Failure('RESOURCE_NOT_FOUND');
      const [before, after] = [
        { name, alias: code },
        { name, alias: null },
      ];
      note({ action: 'write', entity: 'organizations', entityId: id, organizationId: id, before, after });
    });
    return {};
  });
};
