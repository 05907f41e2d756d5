import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import styles from './session.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  error?: Error | null;
  onKept: () => void;
}

/** New recovery codes, shown this once. They are closed by a decision only. */
export function RecoveryCodes({ codes, error = null, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const title = t('account.secondFactor.codes');
  const kept = (
    <Button variant="contained" onClick={onKept}>
      {t('account.secondFactor.kept')}
    </Button>
  );
  return (
    <Dialog open title={title} onClose={onKept} actions={kept} width="xs" alert mustAnswer>
      <div className={styles.stack}>
        <FailureAlert error={error} />
        <Alert severity="warning">{t('account.secondFactor.once')}</Alert>
        <p className={styles.reason}>{t('account.secondFactor.codesHint')}</p>
        <CopyBox label={title} text={codes.join('\n')} />
      </div>
    </Dialog>
  );
}
