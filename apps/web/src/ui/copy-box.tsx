import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './copy-box.module.css';
import { Icon } from './icon.tsx';

interface CopyBoxProps {
  /** What it is, in words. */
  label: string;
  text: string;
}

/** A command with a button that copies it. */
export function CopyBox({ label, text }: CopyBoxProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const box = useRef<HTMLDivElement>(null);
  const copy = async () => {
    await copyText(text, box.current ?? document.body);
    enqueueSnackbar(t('info.copied'));
  };
  return (
    <div ref={box} className={styles.box}>
      <code>{text}</code>
      <Button
        size="small"
        color="inherit"
        aria-label={t('common.copyOf', { what: label })}
        startIcon={<Icon name="copy" size={16} />}
        onClick={() => void copy()}
      >
        {t('button.copy')}
      </Button>
    </div>
  );
}

/** Copies a text; without HTTPS, where browsers have no clipboard, by a selection, within a dialog that keeps the focus. */
async function copyText(text: string, within: HTMLElement): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  within.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
