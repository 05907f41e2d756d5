import { type DecoderExample, type DecoderTestInput, INPUT_FORMATS, tryDecoder } from '@airdeck/contract/door/decoder';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { ApiFailure } from '../../../lib/failure.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import styles from '../doors/doors.module.css';
import { DeviceMessagePicker } from './device-message-picker.tsx';
import { Trial } from './trial.tsx';

interface TryBoxProps {
  /** Whose devices are offered; undefined: that of a new decoder is not chosen yet. */
  organizationId: number | undefined;
  source: () => string;
  onExample: (example: DecoderExample) => void;
}

/** Runs the script on a message: a typed one, or the last one of a device. */
export function TryBox({ organizationId, source, onExample }: TryBoxProps) {
  const { t } = useTranslation();
  const [input, setInput] = useState<DecoderTestInput>({ format: 'HEX', content: '', f_port: 1, topic: '' });
  const [name, setName] = useState('');
  const run = useMutation({ mutationFn: () => call(tryDecoder, { body: { source: source(), input } }) });
  const trial = run.data;
  const wrongContent = run.error instanceof ApiFailure ? run.error.errors['input.content'] : undefined;
  return (
    <Card>
      <CardHeader title={t('connect.decoder.try')} subtitle={t('connect.decoder.tryText')} />
      <div className={styles.step}>
        {organizationId === undefined ? null : (
          <DeviceMessagePicker
            organizationId={organizationId}
            onMessage={(message) => {
              setInput(message);
              run.reset();
            }}
          />
        )}
        <div className={styles.row}>
          <TextField
            select
            size="small"
            label={t('connect.decoder.format')}
            value={input.format}
            onChange={(event) =>
              setInput({ ...input, format: INPUT_FORMATS.find((each) => each === event.target.value) ?? 'HEX' })
            }
            className={styles.target ?? ''}
          >
            {INPUT_FORMATS.map((format) => (
              <MenuItem key={format} value={format}>
                {t(`connect.decoder.formats.${format}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            size="small"
            type="number"
            label={t('connect.decoder.port')}
            value={input.f_port ?? ''}
            onChange={(event) =>
              setInput({ ...input, f_port: event.target.value === '' ? null : Number(event.target.value) })
            }
          />
        </div>
        <TextField
          size="small"
          label={t('connect.decoder.topic')}
          value={input.topic}
          onChange={(event) => setInput({ ...input, topic: event.target.value })}
        />
        <TextField
          size="small"
          multiline
          minRows={2}
          maxRows={10}
          label={t('connect.decoder.message')}
          value={input.content}
          onChange={(event) => setInput({ ...input, content: event.target.value })}
          error={wrongContent !== undefined}
          helperText={wrongContent === undefined ? undefined : fieldText(t, wrongContent)}
          className={styles.source ?? ''}
        />
        <FailureAlert error={run.error} />
        <div className={styles.row}>
          <Button variant="outlined" loading={run.isPending} onClick={() => run.mutate()}>
            {t('connect.decoder.run')}
          </Button>
        </div>
        {trial === undefined ? null : <Trial trial={trial} />}
        {trial?.data ? (
          <div className={styles.row}>
            <TextField
              size="small"
              label={t('connect.decoder.exampleName')}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button
              disabled={name.trim() === ''}
              onClick={() => {
                onExample({ name: name.trim(), input, output: trial.data ?? {} });
                setName('');
              }}
            >
              {t('connect.decoder.keep')}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
