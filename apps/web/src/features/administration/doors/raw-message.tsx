import type { DoorPreview } from '@airdeck/contract/door/schema';
import { useTranslation } from 'react-i18next';
import styles from './doors.module.css';

/** JSON on lines of its own; anything else as it is. */
const pretty = (raw: string): string => {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
};

/** The last message of a device as it arrived, closed at first. */
export function RawMessage({ preview }: { preview: DoorPreview }) {
  const { t } = useTranslation();
  if (preview.raw === null) return null;
  return (
    <details className={styles.raw}>
      <summary>{t('connect.binding.raw')}</summary>
      <code className={styles.topic}>{preview.topic}</code>
      <pre>{preview.is_text ? pretty(preview.raw) : (preview.raw.match(/.{1,2}/g) ?? []).join(' ')}</pre>
    </details>
  );
}
