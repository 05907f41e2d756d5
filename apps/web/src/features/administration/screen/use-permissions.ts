import { type Scope, scopeOf } from '@airdeck/domain/policy/may';
import type { Action, Entity } from '@airdeck/domain/policy/policies';
import { actorOf } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import type { Definition, Permissions } from '../model/definition.ts';

type Reach = Scope['reach'];

/** The scope of the viewer's action; null: none. */
function useReachOf(): (action: Action, entity: Entity) => Reach | null {
  const user = useStore(sessionStore)?.user;
  return (action, entity) => (user && scopeOf(actorOf(user), action, entity)?.reach) ?? null;
}

export const useReach = (action: Action, entity: Entity): Reach | null => useReachOf()(action, entity);

/** Whether a scope has several organizations, so that one of them must be named. */
export const isOfSeveral = (reach: Reach | null): boolean => reach === 'all' || reach === 'some';

/** The viewer's actions on a screen: the policy allows them, and the server has a route for them. */
export function usePermissions({ entity, routes }: Definition): Permissions {
  const reach = useReachOf();
  return {
    add: routes.add !== undefined && reach('create', entity) !== null,
    edit: routes.edit !== undefined && reach('write', entity) !== null,
    remove: routes.remove !== undefined && reach('delete', entity) !== null,
  };
}
