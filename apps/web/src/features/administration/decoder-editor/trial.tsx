import type { DecoderTrial } from '@airdeck/contract/door/decoder';
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { ChannelName } from '../doors/binding-table.tsx';
import styles from '../doors/doors.module.css';
import { useTexts } from '../model/use-texts.ts';

/** The outcome of a trial: the data, and the values with the place where they would go. */
export function Trial({ trial }: { trial: DecoderTrial }) {
  const { t } = useTranslation();
  const { language } = useTexts();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const { failure, data, values, warnings, cpu_ms: ms } = trial;
  if (failure !== null) {
    return (
      <Alert severity="error">
        {t(`connect.decoder.failure.${failure.reason}`)}
        {failure.line === null ? null : ` (${t('connect.decoder.line', { line: failure.line })})`}
        <br />
        <code>{failure.message}</code>
      </Alert>
    );
  }
  return (
    <>
      {warnings.length === 0 ? null : <Alert severity="info">{warnings.join('; ')}</Alert>}
      {values.length === 0 ? (
        <p className={styles.muted}>{t('connect.binding.noValues')}</p>
      ) : (
        <PlainTable
          rows={values}
          keyOf={({ sensor }) => sensor}
          columns={[
            { label: t('connect.binding.sensor'), cell: ({ sensor }) => sensor },
            {
              label: t('connect.binding.value'),
              className: styles.number,
              cell: ({ value, unit }) => `${number.format(value)} ${unit}`,
            },
            {
              label: t('connect.binding.target'),
              cell: ({ channel, stored }) =>
                channel === null ? (
                  t('connect.binding.ignore')
                ) : (
                  <>
                    <ChannelName channel={channel} />:{' '}
                    {stored === null ? t('connect.binding.refused') : number.format(stored)}
                  </>
                ),
            },
          ]}
        />
      )}
      <details className={styles.raw}>
        <summary>{t('connect.decoder.data')}</summary>
        <pre>{JSON.stringify(data, null, 2)}</pre>
      </details>
      {ms === null ? null : (
        <p className={styles.muted}>{t('connect.decoder.time', { ms: number.format(Number(ms.toPrecision(2))) })}</p>
      )}
    </>
  );
}
