import { organizationOf, scopeOf } from '@airdeck/domain/policy/may';
import { useStore } from '../store.ts';
import { actorOf, type Person } from './actor.ts';
import { sessionStore } from './session-store.ts';

/** The only organization whose air a person sees; null for those who see several. */
export function onlyOrganizationOf(person: Person): number | null {
  const scope = scopeOf(actorOf(person), 'read', 'readings');
  return scope && organizationOf(scope);
}

/** That of the person of this tab. */
export function onlyOrganization(): number | null {
  const login = sessionStore.get();
  return login === null ? null : onlyOrganizationOf(login.user);
}

export function useOnlyOrganization(): number | null {
  const login = useStore(sessionStore);
  return login === null ? null : onlyOrganizationOf(login.user);
}
