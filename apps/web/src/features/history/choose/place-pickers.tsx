import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { useTranslation } from 'react-i18next';
import { SinglePicker } from '../../../ui/pick/single-picker.tsx';
import { type Choice, type Level, withPlace } from './choice.ts';
import { placeOptions, severalOrganizations } from './options.ts';

interface PlacePickersProps {
  meters: readonly ChoiceMeter[];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

const LEVELS: readonly Level[] = ['organization', 'office', 'department'];

/** From the top down; who sees one organization has none to pick. */
export function PlacePickers({ meters, choice, onChange }: PlacePickersProps) {
  const { t } = useTranslation();
  const several = severalOrganizations(meters);
  return LEVELS.filter((level) => several || level !== 'organization').map((level) => (
    <SinglePicker
      key={level}
      label={t(`monitoring.kind.${level}`)}
      placeholder={t('history.choose.every')}
      options={placeOptions(meters, choice, level)}
      value={choice[level]}
      onChange={(id) => onChange(withPlace(meters, choice, level, id))}
    />
  ));
}
