import { getRetention, setRetention } from '@airdeck/contract/retention/routes';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import { type Registry, retentionOf } from '../../registry/registry.ts';
import { saveRetention } from './queries.ts';

export interface RetentionRoutesOptions {
  registry: Registry;
  changeRegistry: ChangeRegistry;
}

export const addRetentionRoutes = (http: Http, { registry, changeRegistry }: RetentionRoutesOptions): void => {
  const mustReach = (scope: Scope, organizationId: number): void => {
    const isKnown = registry.snapshot().organizations.has(organizationId);
    if (!isKnown || !isWithin(scope, { organizationId })) throw new Failure('NOT_FOUND_ORGANIZATION');
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
};
