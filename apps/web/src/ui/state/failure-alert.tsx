import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useSnackbar } from 'notistack';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/failure.ts';
import { useCopy } from '../copy-box.tsx';
import { Icon } from '../icon.tsx';
import styles from './state.module.css';

interface FailureAlertProps {
  /** Renders nothing without an error. */
  error: Error | null;
  /** Instead of the failure's own sentence, where more is known of it. */
  text?: string | undefined;
  /** Tries the same once more, where no button beside it does. */
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** A failed action: what happened, what to do, the code and the request id. */
export function FailureAlert({ error, text, onRetry, isRetrying = false }: FailureAlertProps) {
  const { t } = useTranslation();
  if (error === null) return null;
  const failure = error instanceof ApiFailure ? error : null;
  const retry =
    onRetry === undefined ? null : (
      <Button color="inherit" size="small" loading={isRetrying} onClick={onRetry}>
        {t('button.retry')}
      </Button>
    );
  return (
    <Alert severity="error" action={retry}>
      {text ?? failure?.message ?? t('common.error.unexpected')}
      {failure?.kind === 'timeout' || failure?.kind === 'unreadable' ? ` ${t('common.error.uncertain')}` : null}
      {failure === null ? null : <FailureCodes failure={failure} />}
    </Alert>
  );
}

/** The same as a short message, for actions without a place on screen. */
export function useFailureMessage(): (error: unknown) => void {
  const { enqueueSnackbar } = useSnackbar();
  return useCallback(
    (error) => void enqueueSnackbar(<FailureTold error={error} />, { variant: 'error' }),
    [enqueueSnackbar],
  );
}

/** An error that is no failure of a request was given its words for people where it was thrown. */
export function FailureTold({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!(error instanceof Error)) return t('common.error.unexpected');
  return (
    <div>
      {error.message}
      {error instanceof ApiFailure ? <FailureCodes failure={error} /> : null}
    </div>
  );
}

/** The details for the person who investigates the cause. */
export function FailureCodes({ failure: { code, requestId } }: { failure: ApiFailure }) {
  const { t } = useTranslation();
  const { box, copy } = useCopy<HTMLDivElement>();
  const parts = [
    `${t('common.error.code')} ${code}`,
    ...(requestId === null ? [] : [`${t('common.error.requestId')} ${requestId}`]),
  ];
  return (
    <div ref={box} className={styles.codes}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      <IconButton
        size="small"
        color="inherit"
        aria-label={t('common.error.copy')}
        title={t('common.error.copy')}
        onClick={() => void copy(parts.join(t('common.separator')))}
      >
        <Icon name="copy" size={16} />
      </IconButton>
    </div>
  );
}
