import type { DoorCredential } from '@airdeck/contract/door/schema';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../../ui/copy-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './doors.module.css';

interface DoorSettingsProps {
  credential: DoorCredential;
  /** Topics to which the device or network server may publish. */
  filters: readonly string[];
}

/** Settings to enter at a device or a network server, each with a button that copies it. */
export function DoorSettings({ credential, filters }: DoorSettingsProps) {
  const { t } = useTranslation();
  const { account, secret, path, mqtt_port: port, mqtt_tls: tls } = credential;
  const rows: readonly (readonly [label: string, text: string, isWord?: boolean])[] =
    path === null
      ? [
          [t('connect.door.host'), window.location.hostname],
          [t('connect.door.port'), String(port)],
          [t('connect.door.tls'), tls ? t('admin.yes') : t('admin.no'), true],
          [t('connect.door.account'), account ?? ''],
          [t('connect.door.password'), secret],
          [
            t('connect.door.topics'),
            filters.length === 0 ? t('connect.door.anyTopic') : filters.join(', '),
            filters.length === 0,
          ],
        ]
      : [[t('connect.door.url'), `${window.location.origin}${path}`]];
  return (
    <dl className={styles.settings}>
      {rows.map(([label, text, isWord]) => (
        <Setting key={label} label={label} text={text} isWord={isWord === true} />
      ))}
    </dl>
  );
}

/** A word of the console is not copied. */
function Setting({ label, text, isWord }: { label: string; text: string; isWord: boolean }) {
  const { t } = useTranslation();
  const { box, copy } = useCopy<HTMLElement>();
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {isWord ? <span>{text}</span> : <code ref={box}>{text}</code>}
        {isWord ? null : (
          <IconButton size="small" aria-label={t('common.copyOf', { what: label })} onClick={() => void copy(text)}>
            <Icon name="copy" size={16} />
          </IconButton>
        )}
      </dd>
    </>
  );
}
