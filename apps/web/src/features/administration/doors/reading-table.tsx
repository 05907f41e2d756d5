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
        <PlainTable>
          <thead>
            <tr>
              <th scope="col">{t('connect.polled.register')}</th>
              <th scope="col">{t('connect.binding.sensor')}</th>
              <th scope="col">{t('connect.polled.raw')}</th>
              <th scope="col">{t('connect.binding.value')}</th>
            </tr>
          </thead>
          <tbody>
            {reading.registers.map((each) => (
              <tr key={`${each.table} ${each.register} ${each.name}`}>
                <td data-label={t('connect.polled.register')}>
                  {each.table} {each.register}
                </td>
                <td data-label={t('connect.binding.sensor')}>{each.name}</td>
                <td data-label={t('connect.polled.raw')}>
                  <code>{each.raw ?? '–'}</code>
                </td>
                <td data-label={t('connect.binding.value')} className={styles.number}>
                  {decoded(each)}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {reading.raw === null ? null : <pre className={styles.answer}>{reading.raw}</pre>}
    </>
  );
}
