import { getWelcome } from '@airdeck/contract/session/routes';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { diagnosis } from './diagnosis.ts';
import styles from './menu.module.css';

interface ServiceCenterDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Whom to ask, which version this is, and what to send along. */
export function ServiceCenterDialog({ open, onClose }: ServiceCenterDialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const box = useRef<HTMLTextAreaElement>(null);
  const organization = useStore(sessionStore)?.user.organization_name ?? '';
  const welcome = useQuery({ ...routeQuery(getWelcome, {}), enabled: open });
  const version = welcome.data?.version ?? '–';
  const text = open ? diagnosis(version, new Date()) : '';
  const copy = async () => {
    box.current?.select();
    // Plain HTTP has no clipboard: the text is selected then, ready for Ctrl+C.
    if (navigator.clipboard === undefined) return;
    await navigator.clipboard.writeText(text);
    enqueueSnackbar(t('info.copied'), { variant: 'success' });
  };
  const actions = (
    <Button variant="contained" startIcon={<Icon name="copy" size={18} />} onClick={() => void copy()}>
      {t('button.copy')}
    </Button>
  );
  return (
    <Dialog open={open} title={t('shell.service.title')} onClose={onClose} actions={actions}>
      <div className={styles.service}>
        <h3>{t('shell.service.contact')}</h3>
        <p>{t('shell.service.contactText', { organization })}</p>
        <h3>{t('shell.service.version')}</h3>
        <p>
          {t('shell.service.about')}
          <br />
          {t('shell.service.serverVersion', { version })}
        </p>
        <h3>{t('shell.service.diagnosis')}</h3>
        <p>{t('shell.service.diagnosisText')}</p>
        <textarea ref={box} readOnly rows={12} value={text} aria-label={t('shell.service.diagnosis')} />
      </div>
    </Dialog>
  );
}
