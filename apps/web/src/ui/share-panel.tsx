import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText, hasShareSheet, mailAddress, openShareSheet } from '../lib/share.ts';
import { Icon } from './icon.tsx';
import styles from './share-menu.module.css';

interface SharePanelProps {
  title: string;
  url: string;
  note: string | undefined;
}

type Outcome = 'copied' | 'copyFailed' | 'systemFailed';

/** The link, and what can be done with it. */
export function SharePanel({ title, url, note }: SharePanelProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const noteId = useId();
  const copy = async () => {
    try {
      await copyText(url, panel.current ?? document.body);
      setOutcome('copied');
    } catch {
      setOutcome('copyFailed');
    }
  };
  const share = () => openShareSheet(title, url).catch(() => setOutcome('systemFailed'));
  const failed = outcome === 'copyFailed' || outcome === 'systemFailed';
  return (
    <div ref={panel} className={styles.panel}>
      <h2>{title}</h2>
      {note === undefined ? null : <p id={noteId}>{note}</p>}
      <TextField
        label={t('screen.share.link')}
        size="small"
        fullWidth
        value={url}
        // A link that could not be copied is selected with one click.
        onFocus={({ target }) => target.select()}
        slotProps={{
          htmlInput: { readOnly: true, 'aria-describedby': note === undefined ? undefined : noteId },
          inputLabel: { shrink: true },
        }}
      />
      <div className={styles.ways}>
        <Button
          variant="contained"
          autoFocus
          onClick={() => void copy()}
          startIcon={<Icon name={outcome === 'copied' ? 'check' : 'copy'} size={18} />}
        >
          {t(outcome === 'copied' ? 'screen.share.copied' : 'screen.share.copy')}
        </Button>
        <Button
          variant="outlined"
          component="a"
          href={mailAddress(title, url)}
          startIcon={<Icon name="mail" size={18} />}
        >
          {t('screen.share.mail')}
        </Button>
        {hasShareSheet() ? (
          <Button variant="outlined" onClick={() => void share()} startIcon={<Icon name="share" size={18} />}>
            {t('screen.share.system')}
          </Button>
        ) : null}
      </div>
      <p className="sr" role="status">
        {outcome === 'copied' ? t('info.copied') : null}
      </p>
      {failed ? (
        <p role="alert" className={styles.failure}>
          {t(`screen.share.${outcome}`)}
        </p>
      ) : null}
      <p className={styles.access}>{t('screen.share.access')}</p>
    </div>
  );
}
