import type { DoorReading } from '@airdeck/contract/door/schema';
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { useTexts } from '../model/use-texts.ts';
import styles from './doors.module.css';

type Register = DoorReading['registers'][number];

/** The answer of a polled device: its registers raw beside decoded, and why some are missing. */
export function ReadingTable({ reading }: { reading: DoorReading }) {
  const { t } = useTranslation();
  const { language } = useTexts();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const decoded = ({ value, unit, state }: Register): string =>
    value === null ? (state ?? '–') : `${number.format(value)} ${unit}`;
  return (
    <>
      {reading.fault === null ? null : <Alert severity="warning">{reading.fault}</Alert>}
      {reading.registers.length === 0 ? null : (
        <PlainTable
          rows={reading.registers}
          keyOf={({ table, register, name }) => `${table} ${register} ${name}`}
          columns={[
            { label: t('connect.polled.register'), cell: ({ table, register }) => `${table} ${register}` },
            { label: t('connect.binding.sensor'), cell: ({ name }) => name },
            { label: t('connect.polled.raw'), cell: ({ raw }) => <code>{raw ?? '–'}</code> },
            { label: t('connect.binding.value'), className: styles.number, cell: decoded },
          ]}
        />
      )}
      {reading.raw === null ? null : <pre className={styles.answer}>{reading.raw}</pre>}
    </>
  );
}
