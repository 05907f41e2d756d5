import { type AskedDays, dayFaults } from '@airdeck/contract/asked-days';
import { useTranslation } from 'react-i18next';
import { viewerToday } from '../../lib/format/date.ts';
import { DateField } from './date-field.tsx';

interface DayFilterProps {
  labels: { from: string; to: string };
  days: AskedDays;
  /** The changed day; undefined: it is open. */
  onChange: (changed: AskedDays) => void;
}

/** The first and the last day of a list. A wrong day stays in its field, with its error. */
export function DayFilter({ labels, days, onChange }: DayFilterProps) {
  const { t } = useTranslation();
  const faults = dayFaults(days, viewerToday());
  const field = (name: keyof AskedDays, label: string) => (
    <DateField
      label={label}
      optional
      value={days[name] ?? ''}
      onChange={(day) => onChange({ [name]: day === '' ? undefined : day })}
      error={faults[name] && t(`field.${faults[name]}`)}
    />
  );
  return (
    <>
      {field('startTime', labels.from)}
      {field('endTime', labels.to)}
    </>
  );
}
