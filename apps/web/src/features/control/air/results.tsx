import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Duration } from '../../../ui/duration.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type DeviceResult, isWorthRetrying, type Outcome, reasonOf } from '../model/order.ts';
import { orderText, purifierPlace } from '../model/texts.ts';
import { ObstacleMark, StateChip } from '../shared/marks.tsx';
import styles from './results.module.css';
import type { Sending } from './use-sending.tsx';

const countOf = (results: readonly DeviceResult[], outcome: Outcome): number =>
  results.filter((each) => each.outcome === outcome).length;

/** The results of the last order to several purifiers, live. One purifier alone has its result at the command. */
export function Results({ sending }: { sending: Sending }) {
  const { t } = useTranslation();
  const { batch } = sending;
  if (batch === null) return null;
  const { order, results, batchId } = batch;
  const count = (outcome: Outcome) => countOf(results, outcome);
  const [open, failed, skipped] = [count('OPEN'), count('FAILED'), count('SKIPPED')];
  const sent = results.length - skipped;
  const failing = results.filter(isWorthRetrying);
  return (
    <section className={styles.results} aria-label={t('control.result.label')}>
      <header>
        <h2>{orderText(order.command, order.action, t)}</h2>
        <IconButton aria-label={t('control.result.close')} onClick={sending.forget}>
          <Icon name="close" size={18} />
        </IconButton>
      </header>
      <p role="status" className={styles.summary}>
        <b>{t('control.result.done', { count: count('CONFIRMED'), total: results.length })}</b>
        {open > 0 ? <span>{t('control.result.open', { count: open })}</span> : null}
        {failed > 0 ? <span data-bad="">{t('control.result.failed', { count: failed })}</span> : null}
        {skipped > 0 ? <span data-bad="">{t('control.result.skipped', { count: skipped })}</span> : null}
      </p>
      {sent > 1 && open > 0 ? (
        <LinearProgress
          aria-label={t('control.result.progress')}
          variant="determinate"
          value={((sent - open) / sent) * 100}
        />
      ) : null}
      <ul className={styles.devices}>
        {results.map((result) => (
          <Device key={result.target.id} result={result} />
        ))}
      </ul>
      <div className={styles.actions}>
        {open === 0 && failing.length > 0 ? (
          <Button
            variant="contained"
            loading={sending.isPending}
            startIcon={<Icon name="refresh" size={18} />}
            onClick={() => sending.retry(failing.map(({ target }) => target))}
          >
            {t('control.result.retry', { count: failing.length })}
          </Button>
        ) : null}
        <Link to="/current/control/control" search={() => ({ batchId })}>
          {t('control.panel.history')}
        </Link>
      </div>
    </section>
  );
}

function Device({ result }: { result: DeviceResult }) {
  const { t } = useTranslation();
  const { target, outcome, obstacle, record } = result;
  const reason = record === undefined ? null : reasonOf(record);
  return (
    <li data-outcome={outcome}>
      <span className={styles.name}>
        {target.name}
        <small>{purifierPlace(target)}</small>
      </span>
      <span className={styles.state}>
        {outcome === 'SKIPPED' ? (
          obstacle === null ? (
            t('control.result.skipped')
          ) : (
            <ObstacleMark obstacle={obstacle} />
          )
        ) : record === undefined ? (
          t('control.result.waiting')
        ) : (
          <StateChip state={record.state}>
            <Duration
              since={record.executed_time}
              until={record.ended_time === null ? undefined : Date.parse(record.ended_time)}
            />
          </StateChip>
        )}
      </span>
      {reason === null ? null : <small className={styles.reason}>{t(`control.reason.${reason}`)}</small>}
      {outcome === 'SKIPPED' && obstacle === null ? (
        <small className={styles.reason}>{t('control.result.gone')}</small>
      ) : null}
    </li>
  );
}
