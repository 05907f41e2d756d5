import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/use-sensor-name.ts';
import { placeOf } from './place-text.ts';
import type { History } from './use-history.ts';

/** In a few words what is looked at; empty while nothing is chosen. */
export function usePlaceText({ kind, covered, search }: Pick<History, 'kind' | 'covered' | 'search'>): string {
  const { t } = useTranslation();
  const nameOf = useSensorName();
  const place = placeOf(kind, covered, search, nameOf);
  if (place.what === 'none') return '';
  if (place.what === 'some') {
    return place.more === 0 ? place.first : t('history.place.and', { first: place.first, count: place.more });
  }
  return place.place === undefined ? t('history.place.every') : t('history.place.all', { place: place.place });
}
