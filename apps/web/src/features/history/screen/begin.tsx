import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { badMetersQuery } from '../api/meters.ts';
import { type RecentChoice, readRecent } from '../model/recent-choices.ts';
import { pathTextOf, placesWith, useSubjectText } from '../model/request-text.ts';
import { ALL, type HistorySearch, historySearch } from '../model/search.ts';
import { coveredMeters, firstSelection, isSearchable, mayTakeAll, searchOf, selectionOf } from '../model/selection.ts';
import type { History } from '../model/use-history.ts';
import styles from './begin.module.css';

const MAX_BAD = 5;
const MAX_ORGANIZATIONS = 5;

interface BeginProps {
  history: History;
}

/** Shortcuts while nothing is chosen: recently viewed places, bad places now, or all meters. */
export function Begin({ history }: BeginProps) {
  const { t } = useTranslation();
  const { kind, search } = history;
  // An address may name something that was removed, or that the user may not see.
  const gone = isSearchable(kind, selectionOf(search));
  return (
    <EmptyState
      icon="search"
      title={t(`history.choose.begin.${kind}`)}
      text={gone ? t('error.RESOURCE_NOT_FOUND') : t('history.choose.beginText')}
      action={
        <div className={styles.choices}>
          <Recent history={history} />
          <Bad history={history} />
          <Whole history={history} />
        </div>
      }
    />
  );
}

/** Shows a choice at once, as if it had been picked above. */
function useShow({ meters, change }: History) {
  return (choice: Partial<HistorySearch>) => {
    const search = historySearch.parse(choice);
    change({ ...searchOf(firstSelection(meters, search)), series: undefined }, { visit: true });
  };
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id}>{title}</h3>
      <div>{children}</div>
    </section>
  );
}

function Recent({ history }: BeginProps) {
  const { t } = useTranslation();
  const { kind, meters } = history;
  const user = sessionStore.get()?.user.id;
  // Leaves out places that are deleted or not visible to this user.
  const recent = useMemo(
    () =>
      (user === undefined ? [] : readRecent(user, kind)).flatMap((choice) => {
        const covered = coveredMeters(kind, meters, selectionOf(historySearch.parse(choice)));
        return covered.length === 0 ? [] : [{ choice, covered }];
      }),
    [user, kind, meters],
  );
  if (recent.length === 0) return null;
  return (
    <Group title={t('history.choose.recent')}>
      {recent.map(({ choice, covered }) => (
        <RecentButton key={JSON.stringify(choice)} history={history} choice={choice} covered={covered} />
      ))}
    </Group>
  );
}

interface RecentButtonProps extends BeginProps {
  choice: RecentChoice;
  covered: readonly ChoiceMeter[];
}

function RecentButton({ history, choice, covered }: RecentButtonProps) {
  const show = useShow(history);
  const search = historySearch.parse(choice);
  const subject = useSubjectText({ kind: history.kind, covered, search, level: undefined });
  return (
    <button type="button" onClick={() => show(choice)}>
      {subject}
      {choice.meter === ALL ? null : <small>{pathTextOf(covered)}</small>}
    </button>
  );
}

function Bad({ history }: BeginProps) {
  const { t } = useTranslation();
  const show = useShow(history);
  const { data } = useQuery(badMetersQuery());
  if (data === undefined) return null;
  const bad = data
    .flatMap(({ id, grade }) => {
      const meter = history.meters.find((each) => each.id === id);
      return meter === undefined ? [] : [{ meter, grade }];
    })
    .slice(0, MAX_BAD);
  return (
    <Group title={t('history.choose.worst')}>
      {bad.length === 0 ? <p>{t('history.choose.calm')}</p> : null}
      {bad.map(({ meter, grade }) => (
        <button key={meter.id} type="button" onClick={() => show({ meter: [meter.id] })}>
          <span data-tone={toneOf(grade)} className={styles.grade}>
            <GradeMark rating={grade} size={13} />
            {t(`grade.rating.${grade}`)}
          </span>
          {meter.name}
          <small>{pathTextOf([meter])}</small>
        </button>
      ))}
    </Group>
  );
}

function Whole({ history }: BeginProps) {
  const { t } = useTranslation();
  const show = useShow(history);
  const { meters } = history;
  const organizations = placesWith('organization', meters);
  const nowhere = { organization: undefined, office: undefined, department: undefined };
  return (
    <Group title={t('history.choose.whole')}>
      {organizations.length > 1 && mayTakeAll(meters, nowhere) ? (
        <button type="button" onClick={() => show({ meter: ALL })}>
          {t('history.place.every')}
        </button>
      ) : null}
      {organizations.slice(0, MAX_ORGANIZATIONS).map(({ id, name }) => (
        <button key={id} type="button" onClick={() => show({ organization: id, meter: ALL })}>
          {t('history.place.all', { place: name })}
        </button>
      ))}
    </Group>
  );
}
