import type { DecoderTestInput } from '@airdeck/contract/door/decoder';
import { getDoorPreview } from '@airdeck/contract/door/routes';
import Alert from '@mui/material/Alert';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { spokenDevicesQuery } from '../doors/queries.ts';
import { useTexts } from '../model/use-texts.ts';

interface DeviceMessagePickerProps {
  organizationId: number;
  onMessage: (input: DecoderTestInput) => void;
}

/** Takes the last message of a device behind a data source; those whose messages wait come first. */
export function DeviceMessagePicker({ organizationId, onMessage }: DeviceMessagePickerProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const { data } = useQuery(spokenDevicesQuery(organizationId));
  const take = useMutation({
    mutationFn: async (id: number) => (await call(getDoorPreview, { params: { id } })).decoder_input,
    onSuccess: (input) => {
      if (input !== null) onMessage(input);
    },
  });
  const devices = (data?.content ?? [])
    .filter(({ last_seen_time }) => last_seen_time !== null)
    .toSorted((a, b) => Number(b.waiting_count > 0) - Number(a.waiting_count > 0));
  return (
    <>
      <SinglePicker
        label={t('connect.decoder.device')}
        placeholder={t('connect.decoder.devicePlaceholder')}
        options={devices.map(({ id, address, model, door_name, waiting_count, last_seen_time }) => ({
          id,
          label: model === null ? address : `${address} (${model})`,
          detail: [door_name, texts.time(last_seen_time ?? '')].join(' · '),
          group: t(waiting_count > 0 ? 'connect.decoder.waiting' : 'connect.decoder.others'),
        }))}
        value={chosen}
        onChange={(id) => {
          setChosen(id);
          if (id === undefined) take.reset();
          else take.mutate(id);
        }}
        hint={data !== undefined && devices.length === 0 ? t('connect.decoder.noDevices') : undefined}
      />
      <FailureAlert error={take.error} />
      {take.data === null ? <Alert severity="info">{t('connect.decoder.noMessage')}</Alert> : null}
    </>
  );
}
