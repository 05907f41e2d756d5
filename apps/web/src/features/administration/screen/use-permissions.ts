import { scopeOf } from '@airdeck/domain/policy/may';
import type { Action } from '@airdeck/domain/policy/policies';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import type { Definition, Permissions } from '../model/definition.ts';

/** What the viewer may do on a screen: the policy allows it, and the server has a way to do it. */
export function usePermissions({ entity, routes }: Definition): Permissions {
  const user = useStore(sessionStore)?.user;
  const may = (action: Action) =>
    user !== undefined &&
    scopeOf({ userId: user.id, organizationId: user.organization_id, authority: user.authority }, action, entity) !==
      null;
  return {
    add: routes.add !== undefined && may('create'),
    edit: routes.edit !== undefined && may('write'),
    remove: routes.remove !== undefined && may('delete'),
  };
}
