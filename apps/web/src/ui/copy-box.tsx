import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './copy-box.module.css';
import { Icon } from './icon.tsx';

interface CopyBoxProps {
  /** Its description. */
  label: string;
  text: string;
}

/** A command with a button that copies it. */
export function CopyBox({ label, text }: CopyBoxProps) {
  const { t } = useTranslation();
  const { box, copy } = useCopy<HTMLDivElement>();
  return (
    <div ref={box} className={styles.box}>
      <code>{text}</code>
      <Button
        size="small"
        color="inherit"
        aria-label={t('common.copyOf', { what: label })}
        startIcon={<Icon name="copy" size={16} />}
        onClick={() => void copy(text)}
      >
        {t('button.copy')}
      </Button>
    </div>
  );
}

/** Copies a text and confirms it; `box` is the element that shows the text. */
export function useCopy<Box extends HTMLElement>() {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const box = useRef<Box>(null);
  const copy = async (text: string) => {
    await copyText(text, box.current?.parentElement ?? document.body);
    enqueueSnackbar(t('info.copied'), { variant: 'success' });
  };
  return { box, copy };
}

/** Copies a text; without HTTPS, where browsers have no clipboard, by a selection, within a dialog that keeps the focus. */
async function copyText(text: string, within: HTMLElement): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  within.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
