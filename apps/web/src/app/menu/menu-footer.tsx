import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import styles from './menu.module.css';

export function MenuFooter({ onServiceCenter }: { onServiceCenter: () => void }) {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <Button color="inherit" startIcon={<Icon name="headset" />} onClick={onServiceCenter}>
        {t('menu.serviceCenter')}
      </Button>
      <LanguageSwitch />
    </footer>
  );
}
