import type { CommandRecord } from '@airdeck/contract/control/schema';
import { COMMANDS, type ControlledState, reportedAction } from '@airdeck/domain/control/command';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { ControlLink } from '../../../ui/control-link.tsx';
import { PanelFacts, PanelHead, SidePanel } from '../../../ui/panel/side-panel.tsx';
import { reasonOf } from '../model/order.ts';
import { commandQuery } from '../model/queries.ts';
import { orderText, purifierPlace, reportedText } from '../model/texts.ts';
import { StateChip } from '../shared/marks.tsx';
import styles from './history.module.css';

interface CommandDetailProps {
  id: number;
  /** The command in the list. */
  known: CommandRecord | undefined;
  onBatch: (batchId: string) => void;
  onClose: () => void;
}

/** One command, beside its list: how far it came when, and what the purifier reported before and after. */
export function CommandDetail({ id, known, onBatch, onClose }: CommandDetailProps) {
  const { t } = useTranslation();
  const { data = known, error, refetch } = useQuery(commandQuery(id));
  return (
    <SidePanel
      label={t('control.state.label')}
      query={{ data, error, refetch }}
      gone={t('control.state.gone')}
      onClose={onClose}
    >
      {(record) => <Content record={record} onBatch={onBatch} />}
    </SidePanel>
  );
}

function Content({ record, onBatch }: { record: CommandRecord; onBatch: (batchId: string) => void }) {
  const { t } = useTranslation();
  const reason = reasonOf(record);
  const who = [record.user_login ?? t('control.state.machine'), t(`admin.choice.origin.${record.origin}`), record.ip];
  return (
    <>
      <PanelHead
        mark={<StateChip state={record.state} />}
        title={orderText(record.command, record.action, t)}
        place={`${purifierPlace(record)} · ${record.air_name}`}
        links={
          <ControlLink meterId={record.meter_id} purifierId={record.purifier_id}>
            {t('control.state.control')}
          </ControlLink>
        }
      />
      {reason === null ? null : <p className={styles.reason}>{t(`control.reason.${reason}`)}</p>}
      <PanelFacts>
        <dt>{t('admin.field.user_login')}</dt>
        <dd>{who.filter((each) => each !== null).join(' · ')}</dd>
        {record.description === null ? null : (
          <>
            <dt>{t('admin.field.description')}</dt>
            <dd>{record.description}</dd>
          </>
        )}
      </PanelFacts>
      <section>
        <h3>{t('control.state.course')}</h3>
        <Course record={record} />
      </section>
      <section>
        <h3>{t('control.state.changes')}</h3>
        <Changes record={record} />
      </section>
      <Button size="small" className={styles.batch ?? ''} onClick={() => onBatch(record.batch_id)}>
        {t('control.state.batch')}
      </Button>
    </>
  );
}

/** Times of the command's states, relative to its request. */
function Course({ record }: { record: CommandRecord }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { executed_time, sent_time, accepted_time, ended_time, state } = record;
  const steps = [
    { state: 'REQUESTED', time: executed_time },
    { state: 'SENT', time: sent_time },
    { state: 'ACCEPTED', time: accepted_time },
    { state, time: ended_time },
  ] as const;
  return (
    <ol className={styles.course}>
      {steps.map(({ state: step, time }, i) =>
        time === null ? null : (
          <li key={step}>
            <StateChip state={step} />
            <span className="num">{formatDate(time, i === 0 ? 'dateTime' : 'clock', { language })}</span>
            {i === 0 ? null : (
              <small className="num">
                {t('control.state.later', {
                  seconds: formatNumber((Date.parse(time) - Date.parse(executed_time)) / 1_000, 1, language),
                })}
              </small>
            )}
          </li>
        ),
      )}
    </ol>
  );
}

/** Differences between the reports before and after; the commanded fact always. */
function Changes({ record: { command: commanded, before, after } }: { record: CommandRecord }) {
  const { t } = useTranslation();
  if (before === null && after === null) return <p className={styles.quiet}>{t('control.state.noChanges')}</p>;
  const of = (state: ControlledState | null, command: (typeof COMMANDS)[number]) =>
    state === null ? null : reportedAction(command, state);
  const shown = COMMANDS.filter(
    (command) => command === commanded || (after !== null && of(before, command) !== of(after, command)),
  );
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('control.state.before')}</th>
          <th scope="col">{t('control.state.after')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((command) => (
          <tr key={command} data-commanded={command === commanded || undefined}>
            <th scope="row">{t(`admin.choice.command.${command}`)}</th>
            <td>{reportedText(command, of(before, command), t)}</td>
            <td>{after === null ? '–' : reportedText(command, of(after, command), t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
