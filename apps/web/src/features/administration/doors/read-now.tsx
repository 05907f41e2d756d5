import { readDoorDevice } from '@airdeck/contract/door/routes';
import type { DoorDevice } from '@airdeck/contract/door/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { useTexts } from '../model/use-texts.ts';
import styles from './doors.module.css';

/** Asks a polled device once, and shows its registers raw beside decoded. Nothing is stored. */
export function ReadNow({ item, onClose }: { item: DoorDevice; onClose: () => void }) {
  const { t } = useTranslation();
  const { language } = useTexts();
  const { id } = item;
  const reading = useMutation({ mutationFn: () => call(readDoorDevice, { params: { id } }) });
  const { mutate } = reading;
  useEffect(() => mutate(), [mutate]);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const actions = (
    <>
      <CancelButton>{t('button.close')}</CancelButton>
      <Button variant="contained" loading={reading.isPending} onClick={() => mutate()}>
        {t('connect.polled.again')}
      </Button>
    </>
  );
  const { data } = reading;
  return (
    <Dialog open title={`${t('connect.polled.read')}: ${item.address}`} onClose={onClose} actions={actions} width="md">
      <FailureAlert error={reading.error} />
      {data?.fault == null ? null : <Alert severity="warning">{data.fault}</Alert>}
      {data === undefined || data.registers.length === 0 ? null : (
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
            {data.registers.map(({ table, register, name, raw, value, unit }) => (
              <tr key={`${table} ${register} ${name}`}>
                <td data-label={t('connect.polled.register')}>
                  {table} {register}
                </td>
                <td data-label={t('connect.binding.sensor')}>{name}</td>
                <td data-label={t('connect.polled.raw')}>
                  <code>{raw ?? '–'}</code>
                </td>
                <td data-label={t('connect.binding.value')} className={styles.number}>
                  {value === null ? '–' : `${number.format(value)} ${unit}`}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {data?.raw == null ? null : <pre className={styles.answer}>{data.raw}</pre>}
    </Dialog>
  );
}
