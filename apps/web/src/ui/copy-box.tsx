import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/share.ts';
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

/** Copies a text and says whether it worked; `box` is the element that shows the text. */
export function useCopy<Box extends HTMLElement>() {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const box = useRef<Box>(null);
  const copy = async (text: string) => {
    try {
      await copyText(text, box.current?.parentElement ?? document.body);
      enqueueSnackbar(t('info.copied'), { variant: 'success' });
    } catch {
      enqueueSnackbar(t('info.copyFailed'), { variant: 'error' });
    }
  };
  return { box, copy };
}
