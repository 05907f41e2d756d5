import { MAX_COMMAND_DESCRIPTION } from '@airdeck/contract/control/routes';
import type { ControlTarget } from '@airdeck/contract/control/schema';
import { OBSTACLES, type Obstacle } from '@airdeck/domain/control/obstacle';
import { toLine } from '@airdeck/domain/field-rule';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { Order } from '../model/order.ts';
import { previewQuery } from '../model/queries.ts';
import { orderText } from '../model/texts.ts';
import { ObstacleMark } from '../shared/marks.tsx';
import styles from './confirm.module.css';

interface ConfirmDialogProps {
  order: Order;
  isPending: boolean;
  error: Error | null;
  onSend: (description: string | undefined) => void;
  onClose: () => void;
}

/** The second tap of a double tap on a command must neither confirm nor close the question that opens below it, ms. */
const DOUBLE_TAP_MS = 400;

/** Asks before a command goes to several purifiers: how many accept it, and which are skipped and why. */
export function ConfirmDialog({ order, isPending, error, onSend, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [description, setDescription] = useState('');
  useUnsaved(description.trim() !== '');
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), DOUBLE_TAP_MS);
    return () => clearTimeout(timer);
  }, []);
  const { command, action, targets } = order;
  const preview = useQuery(previewQuery(order));
  const checked = preview.data?.targets;
  const taking = checked?.filter(({ obstacle }) => obstacle === null).length ?? 0;
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button
        variant="contained"
        loading={isPending}
        disabled={taking === 0}
        className={isReady ? undefined : styles.settling}
        onClick={() => onSend(description.trim() || undefined)}
        autoFocus
      >
        {checked === undefined ? t('button.change') : t('control.confirm.send', { count: taking })}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('control.confirm.title')} onClose={() => isReady && onClose()} actions={actions} width="sm">
      <div className={styles.body}>
        <p className={styles.order}>{orderText(command, action, t)}</p>
        <p>{t('control.confirm.text', { count: targets.length })}</p>
        <FailureAlert error={error} />
        {preview.error === null ? null : <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />}
        {checked === undefined ? (
          preview.error === null && <p role="status">{t('control.confirm.checking')}</p>
        ) : (
          <Preview checked={checked} targets={targets} taking={taking} />
        )}
        <TextField
          size="small"
          label={t('control.confirm.description')}
          helperText={t('control.confirm.descriptionHint')}
          value={description}
          onChange={(event) => setDescription(toLine(event.target.value))}
          slotProps={{ htmlInput: { maxLength: MAX_COMMAND_DESCRIPTION } }}
        />
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  checked: readonly { purifier_id: number; obstacle: Obstacle | null }[];
  targets: readonly ControlTarget[];
  taking: number;
}

function Preview({ checked, targets, taking }: PreviewProps) {
  const { t } = useTranslation();
  const names = new Map(targets.map(({ id, name, meter_name }) => [id, `${meter_name} ${name}`]));
  const skipped = checked.length - taking;
  return (
    <div className={styles.preview} role="status">
      {taking === 0 ? (
        <Alert severity="warning">{t('control.confirm.none')}</Alert>
      ) : (
        <p className={styles.takes}>
          <Icon name="check" size={18} />
          {t('control.confirm.takes', { count: taking })}
        </p>
      )}
      {skipped === 0 ? null : (
        <>
          <p className={styles.skips}>{t('control.confirm.skips', { count: skipped })}</p>
          <ul>
            {OBSTACLES.map((obstacle) => (
              <Skipped
                key={obstacle}
                obstacle={obstacle}
                names={checked.flatMap((each) =>
                  each.obstacle === obstacle ? (names.get(each.purifier_id) ?? []) : [],
                )}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Number of purifiers listed by name. */
const MAX_NAMED = 6;

function Skipped({ obstacle, names }: { obstacle: Obstacle; names: readonly string[] }) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  const more = names.length - MAX_NAMED;
  return (
    <li>
      <span>
        <ObstacleMark obstacle={obstacle} /> <b className="num">{names.length}</b>
      </span>
      <small>
        {names.slice(0, MAX_NAMED).join(', ')} {more > 0 ? t('control.panel.more', { count: more }) : null}
      </small>
    </li>
  );
}
