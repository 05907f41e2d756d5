import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Logo } from '../../ui/logo.tsx';
import styles from './menu.module.css';

/** The product's name, version and copyright. */
export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const ok = (
    <Button variant="contained" onClick={onClose} autoFocus>
      {t('button.ok')}
    </Button>
  );
  return (
    <Dialog open={open} title={t('shell.about.title')} onClose={onClose} actions={ok} width="xs">
      <div className={styles.about}>
        <Logo size={44} />
        <p>{t('shell.about.text')}</p>
        <strong>{t('shell.about.version')}</strong>
        <p>{t('shell.about.copyright')}</p>
      </div>
    </Dialog>
  );
}
