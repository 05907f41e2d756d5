import { getRetention, setRetention } from '@airdeck/contract/retention/routes';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ChangeSite } from '../../site/change-site.ts';
import { retentionOf, type Site } from '../../site/site.ts';
import { saveRetention } from './queries.ts';

export interface RetentionRoutesOptions {
  site: Site;
  changeSite: ChangeSite;
}

export const addRetentionRoutes = (http: Http, { site, changeSite }: RetentionRoutesOptions): void => {
  const mustReach = (scope: Scope, organizationId: number): void => {
    const isKnown = site.picture().organizations.has(organizationId);
    if (!isKnown || !isWithin(scope, { organizationId })) throw new Failure('NOT_FOUND_ORGANIZATION');
  };

  addRoute(
    http,
    getRetention,
    ({ params, scope }) => {
      mustReach(scope, params.id);
      return retentionOf(site.picture(), params.id);
    },
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );

  addRoute(
    http,
    setRetention,
    async ({ params: { id }, body, scope, editor }) => {
      mustReach(scope, id);
      await changeSite(editor, async ({ tx, note }) => {
        await saveRetention(tx, id, body);
        const before = retentionOf(site.picture(), id);
        note({ action: 'write', entity: 'organizations', entityId: id, organizationId: id, before, after: body });
      });
      return retentionOf(site.picture(), id);
    },
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );
};
