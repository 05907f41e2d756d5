import type { ChoiceMeter, PastState } from '@airdeck/contract/history/schema';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesQuery } from './meters.ts';

/** A name, marked if its meter, sensor or purifier is deleted or out of use: `Lobby (Deleted)`. */
export const markedName = (t: TFunction, name: string, state: PastState | undefined): string =>
  state === undefined ? name : `${name} (${t(`history.past.${state}`)})`;

const marked = (t: TFunction, meter: ChoiceMeter): ChoiceMeter => {
  const mark = <Part extends { name: string; past_state?: PastState | undefined }>(part: Part): Part =>
    part.past_state === undefined ? part : { ...part, name: markedName(t, part.name, part.past_state) };
  return { ...mark(meter), sensors: meter.sensors.map(mark), purifiers: meter.purifiers.map(mark) };
};

/** Everything that can be chosen. Names of what is deleted or out of use are marked. */
export function useChoices() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(choicesQuery());
  return { data: useMemo(() => data?.map((meter) => marked(t, meter)), [data, t]), error, refetch };
}
