import type { DecoderExample } from '@airdeck/contract/door/decoder';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import styles from '../doors/doors.module.css';

interface ExamplesCardProps {
  /** Names of those whose result was another one at the last save. */
  failed: ReadonlySet<string>;
  examples: readonly DecoderExample[];
  onChange: (examples: readonly DecoderExample[]) => void;
}

/** Messages with the result that the script must have for them. */
export function ExamplesCard({ failed, examples, onChange }: ExamplesCardProps) {
  const { t } = useTranslation();
  return (
    <Card>
      <CardHeader title={t('connect.decoder.examples')} subtitle={t('connect.decoder.examplesText')} />
      {examples.length === 0 ? (
        <p className={styles.muted}>{t('connect.decoder.noExamples')}</p>
      ) : (
        <ul className={styles.devices}>
          {examples.map((example) => (
            <li key={example.name} className={styles.example}>
              <span>
                <b>{example.name}</b>
                <small>{example.input.content.slice(0, 80)}</small>
                {failed.has(example.name) ? (
                  <small className={styles.failed} role="alert">
                    {t('connect.decoder.exampleFailed')}
                  </small>
                ) : null}
              </span>
              <Button
                size="small"
                aria-label={t('connect.decoder.removeExample', { name: example.name })}
                onClick={() => onChange(examples.filter((each) => each !== example))}
              >
                {t('admin.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
