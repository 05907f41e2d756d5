import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import type { HistoryKind } from '../address/screen.ts';
import { ALL, type HistorySearch } from '../address/search.ts';

/** What a question is about: the first by name and how many more there are, or a place as a whole. */
export type Place =
  | { what: 'none' }
  | { what: 'some'; first: string; more: number }
  | { what: 'all'; place: string | undefined; meters: number };

interface Named {
  id: number;
  name: string;
}

function some(things: readonly Named[], ids: readonly number[]): Place {
  const [first, ...more] = things.filter(({ id }) => ids.includes(id));
  return first === undefined ? { what: 'none' } : { what: 'some', first: first.name, more: more.length };
}

function whole([first, ...more]: readonly ChoiceMeter[], search: HistorySearch): Place {
  if (first === undefined) return { what: 'none' };
  const { organization, office, department } = search;
  const alone = more.every(({ organization_id }) => organization_id === first.organization_id);
  const place = () => {
    if (department !== undefined) return first.department_name;
    if (office !== undefined) return first.office_name;
    return organization !== undefined || alone ? first.organization_name : undefined;
  };
  return { what: 'all', place: place(), meters: more.length + 1 };
}

/** `nameOf` names a sensor among those of its meter. */
export function placeOf(
  kind: HistoryKind,
  covered: readonly ChoiceMeter[],
  search: HistorySearch,
  nameOf: (sensor: ChoiceMeter['sensors'][number], neighbours: ChoiceMeter['sensors']) => string,
): Place {
  if (kind === 'sensor' && search.sensor !== undefined) {
    const named = covered.flatMap(({ name, sensors }) =>
      sensors.map((sensor) => ({ id: sensor.id, name: `${name} ${nameOf(sensor, sensors)}` })),
    );
    return some(named, search.sensor);
  }
  if (kind === 'purifier' && search.purifier !== undefined) {
    const named = covered.flatMap(({ name, purifiers }) =>
      purifiers.map((each) => ({ id: each.id, name: `${name} ${each.name}` })),
    );
    return some(named, search.purifier);
  }
  if (search.meter === ALL) return whole(covered, search);
  return some(covered, search.meter ?? []);
}
