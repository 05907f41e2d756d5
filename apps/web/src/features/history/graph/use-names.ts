import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSensorName } from '../../../lib/format/use-sensor-name.ts';
import { choicesQuery } from '../api/choices-query.ts';
import { type GraphKind, namesOf } from './names.ts';

/** Names of what can be drawn, also of what is not; the number while nothing is known. */
export function useNames(kind: GraphKind, ids: readonly number[]): (id: number) => string {
  const { data } = useQuery(choicesQuery());
  const sensorName = useSensorName();
  return useMemo(() => {
    const names = namesOf(kind, data ?? [], ids, sensorName);
    return (id) => names.get(id) ?? `#${id}`;
  }, [kind, data, ids, sensorName]);
}
