import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './start.module.css';

interface CopyBoxProps {
  /** What it is, in words. */
  label: string;
  text: string;
}

/** A command with a button that copies it. */
export function CopyBox({ label, text }: CopyBoxProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const copy = async () => {
    await copyText(text);
    enqueueSnackbar(t('info.copied'));
  };
  return (
    <div className={styles.box}>
      <code>{text}</code>
      <Button
        size="small"
        color="inherit"
        aria-label={t('monitoring.start.copy', { what: label })}
        startIcon={<Icon name="copy" size={16} />}
        onClick={() => void copy()}
      >
        {t('button.copy')}
      </Button>
    </div>
  );
}

/** Copies a text; without HTTPS, where browsers have no clipboard, by a selection. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
