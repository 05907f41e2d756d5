import { getRetention, previewRetention, setRetention } from '@airdeck/contract/retention/routes';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import { type Registry, retentionOf } from '../../registry/registry.ts';
import type { Organization } from '../../registry/snapshot.ts';
import { estimateDeletion } from '../../store/retention/estimate.ts';
import { saveRetention } from './retention-queries.ts';

/** From one address: each counts for some seconds at worst. */
const PREVIEWS_A_MINUTE = 20;

export interface RetentionRoutesOptions {
  db: Db;
  clock: Clock;
  registry: Registry;
  changeRegistry: ChangeRegistry;
}

export const addRetentionRoutes = (
  http: Http,
  { db, clock, registry, changeRegistry }: RetentionRoutesOptions,
): void => {
  const mustReach = (scope: Scope, organizationId: number): Organization => {
    const organization = registry.snapshot().organizations.get(organizationId);
    if (!organization || !isWithin(scope, { organizationId })) throw new Failure('NOT_FOUND_ORGANIZATION');
    return organization;
  };

  addRoute(
    http,
    getRetention,
    ({ params, scope }) => {
      mustReach(scope, params.id);
      return retentionOf(registry.snapshot(), params.id);
    },
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );

  addRoute(
    http,
    setRetention,
    async ({ params: { id }, body, scope, editor }) => {
      mustReach(scope, id);
      await changeRegistry(editor, async ({ tx, note }) => {
        await saveRetention(tx, id, body);
        const before = retentionOf(registry.snapshot(), id);
        note({ action: 'write', entity: 'organizations', entityId: id, organizationId: id, before, after: body });
      });
      return retentionOf(registry.snapshot(), id);
    },
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );

  addRoute(
    http,
    previewRetention,
    async ({ params, query, scope }) => {
      const organization = mustReach(scope, params.id);
      const { layers, isExact } = await estimateDeletion(db, registry.snapshot(), organization, query, clock.now());
      return {
        layers: layers.map(({ layer, horizon, rows, bytes }) => ({ layer, kept_from: horizon.day, rows, bytes })),
        is_exact: isExact,
      };
    },
    { notFound: 'NOT_FOUND_ORGANIZATION', perMinute: PREVIEWS_A_MINUTE },
  );
};
