import { readDoorDevice } from '@airdeck/contract/door/routes';
import type { DoorDevice } from '@airdeck/contract/door/schema';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ReadingTable } from './reading-table.tsx';

/** Asks a polled device once, and shows its registers raw beside decoded. Nothing is stored. */
export function ReadNow({ item, onClose }: { item: DoorDevice; onClose: () => void }) {
  const { t } = useTranslation();
  const { id } = item;
  const reading = useMutation({ mutationFn: () => call(readDoorDevice, { params: { id } }) });
  const { mutate } = reading;
  useEffect(() => mutate(), [mutate]);
  const actions = (
    <>
      <CancelButton>{t('button.close')}</CancelButton>
      <Button variant="contained" loading={reading.isPending} onClick={() => mutate()}>
        {t('connect.polled.again')}
      </Button>
    </>
  );
  return (
    <Dialog open title={`${t('connect.polled.read')}: ${item.address}`} onClose={onClose} actions={actions} width="md">
      <FailureAlert error={reading.error} />
      {reading.data === undefined ? null : <ReadingTable reading={reading.data} />}
    </Dialog>
  );
}
