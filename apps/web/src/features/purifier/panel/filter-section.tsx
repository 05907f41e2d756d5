import type { CurrentPurifier } from '@airdeck/contract/purifier/current';
import type { FilterLifeView, FilterReplacement } from '@airdeck/contract/purifier/filter';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { filtersQuery } from '../../../lib/purifier/filters.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { FilterLifeBar } from '../../../ui/purifier/filter-life.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { replacementsQuery, sendReplacement } from '../model/queries.ts';
import styles from './panel.module.css';

/** A purifier's filters, their replacements, and a button to record one. */
export function FilterSection({ purifier }: { purifier: CurrentPurifier }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(filtersQuery({ purifierId: purifier.id }));
  const mayReplace = mayUser(useStore(sessionStore)?.user, 'control', 'purifiers');
  const [replacing, setReplacing] = useState<FilterLifeView | null>(null);
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const filters = data.get(purifier.id) ?? [];
  return (
    <section className={styles.filters}>
      <h3>{t('purifier.filter.title')}</h3>
      {filters.length === 0 ? <p className={styles.foot}>{t('purifier.filter.none')}</p> : null}
      {filters.map((life) => (
        <FilterLifeBar key={life.number} life={life}>
          {life.period_h !== null && life.hours_per_day === null ? (
            <small>{t('purifier.filter.noForecast')}</small>
          ) : null}
          {mayReplace ? (
            <Button
              size="small"
              variant={life.level === 'EXPIRED' || life.level === 'DUE' ? 'contained' : 'outlined'}
              onClick={() => setReplacing(life)}
              className={styles.replace ?? ''}
            >
              {t('purifier.filter.replace')}
            </Button>
          ) : null}
        </FilterLifeBar>
      ))}
      {mayReplace || filters.length === 0 ? null : <p className={styles.foot}>{t('purifier.filter.notAllowed')}</p>}
      {filters.length === 0 ? null : <Replacements purifier={purifier} />}
      {replacing === null ? null : (
        <ReplaceDialog purifier={purifier} life={replacing} onClose={() => setReplacing(null)} />
      )}
    </section>
  );
}

/** Replacements of filters with their person and time, the newest first. */
function Replacements({ purifier: { id, time_zone } }: { purifier: CurrentPurifier }) {
  const { t } = useTranslation();
  const { data } = useQuery(replacementsQuery(id));
  if (data === undefined) return null;
  return (
    <>
      <h3>{t('purifier.filter.history')}</h3>
      {data.content.length === 0 ? <p className={styles.foot}>{t('purifier.filter.noHistory')}</p> : null}
      {data.content.length === 0 ? null : (
        <ul className={styles.replacements}>
          {data.content.map((each) => (
            <Replacement key={each.id} replacement={each} timeZone={time_zone} />
          ))}
        </ul>
      )}
    </>
  );
}

function Replacement({ replacement, timeZone }: { replacement: FilterReplacement; timeZone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { number, time, login, used_h } = replacement;
  return (
    <li>
      <b>{t('monitoring.purifier.filter', { number })}</b>
      <span className="num">{formatDate(time, 'minute', { language, timeZone })}</span>
      <small>
        {[
          login === null ? t('purifier.filter.byDevice') : t('purifier.filter.byPerson', { login }),
          t('purifier.filter.after', { used: Math.round(used_h) }),
        ].join(t('common.separator'))}
      </small>
    </li>
  );
}

interface ReplaceDialogProps {
  purifier: CurrentPurifier;
  life: FilterLifeView;
  onClose: () => void;
}

function ReplaceDialog({ purifier, life, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const { number, replaced } = life;
  const reload = () => queryClient.invalidateQueries(queriesOf('purifier'));
  const run = useMutation({
    mutationFn: () => sendReplacement({ id: purifier.id, number, lastId: replaced?.id ?? null }),
    onSuccess: async () => {
      enqueueSnackbar(t('purifier.filter.done'), { variant: 'success' });
      onClose();
      await reload();
    },
    // Shows the change of the other user at once.
    onError: () => void reload(),
  });
  const name = `${purifier.meter_name} · ${purifier.name}`;
  return (
    <ConfirmDialog
      title={t('purifier.filter.replaceTitle', { number })}
      action={t('purifier.filter.replace')}
      isPending={run.isPending}
      error={run.error}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      <div className={styles.dialog}>
        <p>{t('purifier.filter.replaceText', { name, number })}</p>
        <p className={styles.foot}>{t('purifier.filter.replaceHint')}</p>
      </div>
    </ConfirmDialog>
  );
}
