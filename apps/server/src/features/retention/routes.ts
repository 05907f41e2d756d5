import { getRetention, setRetention } from '@airdeck/contract/retention/routes';
import { seesEveryOrganization } from '@airdeck/domain/role';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import { notifySiteChanged } from '../../site/notify.ts';
import { retentionOf, type Site } from '../../site/site.ts';
import { saveRetention } from './queries.ts';

export interface RetentionRoutesOptions {
  db: Db;
  site: Site;
  onChanged(): void;
}

export const addRetentionRoutes = (http: Http, { db, site, onChanged }: RetentionRoutesOptions): void => {
  const mustSee = (who: Who, organizationId: number): void => {
    const isSeen = seesEveryOrganization(who.authority) || who.organizationId === organizationId;
    if (!isSeen || !site.picture().organizations.has(organizationId)) throw new Failure('NOT_FOUND_ORGANIZATION');
  };

  addRoute(
    http,
    getRetention,
    ({ params, who }) => {
      mustSee(who, params.id);
      return retentionOf(site.picture(), params.id);
    },
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );

  addRoute(
    http,
    setRetention,
    async ({ params, body, who }) => {
      mustSee(who, params.id);
      await db.tx(async (tx) => {
        await saveRetention(tx, params.id, body);
        await notifySiteChanged(tx);
      });
      await site.reload();
      onChanged();
      return retentionOf(site.picture(), params.id);
    },
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );
};
