import { API_BASE } from '@airdeck/contract/route';
import { getWelcome } from '@airdeck/contract/session/routes';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { errorState } from '../../lib/failure.ts';
import { viewerZone } from '../../lib/format/date.ts';
import { currentLanguage } from '../../lib/i18n/i18n.ts';
import { connectionWord } from '../../lib/live/connection.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useCopy } from '../../ui/copy-box.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './menu.module.css';
import { OrganizationContact } from './organization-contact.tsx';

/** Facts for the support team. They name no person and hold no token. */
function diagnosis(serverVersion: string, now: Date): string {
  const login = sessionStore.get();
  const { isError, code } = errorState.get();
  return [
    `time: ${now.toISOString()}`,
    `zone: ${viewerZone()}`,
    `server: ${serverVersion}`,
    `page: ${window.location.pathname}`,
    `organization: ${login?.code ?? '-'}`,
    `role: ${login?.user.authority ?? '-'}`,
    `language: ${currentLanguage()}`,
    `online: ${navigator.onLine}`,
    `connection: ${connectionWord()}`,
    `last error: ${isError ? code : '-'}`,
    `window: ${window.innerWidth}x${window.innerHeight} @${window.devicePixelRatio}`,
    `browser: ${navigator.userAgent}`,
  ].join('\n');
}

interface ServiceCenterDialogProps {
  open: boolean;
  onManual: () => void;
  onClose: () => void;
}

/** The contact, the version, and the diagnosis to send along. */
export function ServiceCenterDialog({ open, onManual, onClose }: ServiceCenterDialogProps) {
  const { t } = useTranslation();
  const { box, copy } = useCopy<HTMLTextAreaElement>();
  const welcome = useQuery({ ...routeQuery(getWelcome, {}), enabled: open });
  const version = welcome.data?.version ?? '–';
  const text = open ? diagnosis(version, new Date()) : '';
  const actions = (
    <Button variant="contained" startIcon={<Icon name="copy" size={18} />} onClick={() => void copy(text)}>
      {t('button.copy')}
    </Button>
  );
  return (
    <Dialog open={open} title={t('shell.service.title')} onClose={onClose} actions={actions}>
      <div className={styles.service}>
        {open ? <OrganizationContact /> : null}
        <h3>{t('shell.manual.title')}</h3>
        <Button size="small" className={styles.manual ?? ''} onClick={onManual}>
          {t('shell.service.manual')}
        </Button>
        <h3>{t('shell.service.version')}</h3>
        <p>
          {t('shell.service.about')}
          <br />
          {t('shell.service.serverVersion', { version })}
        </p>
        <h3>{t('shell.service.api')}</h3>
        <p>
          {t('shell.service.apiText')}{' '}
          <Link href={`${API_BASE}/docs`} target="_blank" rel="noreferrer">
            {t('shell.service.apiLink')}
          </Link>
        </p>
        <h3>{t('shell.service.diagnosis')}</h3>
        <p>{t('shell.service.diagnosisText')}</p>
        <textarea ref={box} readOnly rows={10} value={text} aria-label={t('shell.service.diagnosis')} />
      </div>
    </Dialog>
  );
}
