import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FilterLives, reportedFilters, worstFilter } from '../../../lib/purifier/filter-rules.ts';
import { Card } from '../../../ui/card/card.tsx';
import { PageHeader } from '../../../ui/page/page.tsx';
import { FILTER_TONE, useFilterText } from '../../../ui/purifier/filter-life.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { matchesNames, useMonitoringSearch } from '../address/search.ts';
import { FilterChips } from '../shared/filter-chips.tsx';
import { MeterTabs } from '../shared/links.tsx';
import { ListTools } from '../shared/list-tools.tsx';
import { MeterGroup } from '../shared/meter-group.tsx';
import { PlaceGrid } from '../shared/place-grid.tsx';
import { stableOrder, useStableOrder } from '../shared/stable-order.ts';
import styles from './purifier.module.css';
import { PurifierActivity } from './purifier-card.tsx';
import { compareGroups, groupByMeter, type PurifierGroup, worstFirst } from './purifier-rules.ts';
import { ControlNote, PurifierSummary, usePurifierControl } from './purifier-summary.tsx';

const GROUP_WIDTH = 340;
const GROUP_HEIGHT = 190;

/** Every purifier that the user may see, by meter, trouble first. */
export function AllPurifiers({ purifiers, lives }: { purifiers: readonly PurifierView[]; lives: FilterLives }) {
  const { t } = useTranslation();
  const [search] = useMonitoringSearch();
  const groups = useMemo(() => groupByMeter(purifiers), [purifiers]);
  const { settled, hold } = useStableOrder(groups, 'purifier');
  const shown = useMemo(() => {
    const named = groups.filter(({ above, name }) => matchesNames([...above, name], search));
    return stableOrder(named, settled, compareGroups(lives));
  }, [groups, search, settled, lives]);
  const control = usePurifierControl(undefined, purifiers);
  return (
    <>
      <PageHeader
        title={t('monitoring.screen.purifier')}
        subtitle={<PurifierSummary control={control} total={purifiers.length} />}
        actions={groups.length === 0 ? undefined : <ListTools kind="meter" views={false} />}
      />
      <MeterTabs current="purifier" id={undefined} />
      {groups.length === 0 ? (
        <Card>
          <EmptyState icon="info" title={t('monitoring.purifier.none')} text={t('monitoring.purifier.noneAll')} />
        </Card>
      ) : (
        <>
          <ControlNote />
          <FilterChips shown={shown.length} total={groups.length} />
          {shown.length === 0 ? (
            <EmptyState icon="search" title={t('monitoring.filter.none')} text={t('monitoring.filter.noneText')} />
          ) : null}
          <div {...hold}>
            <PlaceGrid
              items={shown}
              keyOf={({ id }) => id}
              render={(group) => <Group group={group} lives={lives} />}
              min={GROUP_WIDTH}
              height={GROUP_HEIGHT}
            />
          </div>
        </>
      )}
    </>
  );
}

const newest = ({ purifiers }: PurifierGroup): string | null =>
  purifiers
    .flatMap(({ collected_time }) => collected_time ?? [])
    .toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;

const Group = memo(function Group({ group, lives }: { group: PurifierGroup; lives: FilterLives }) {
  const { t } = useTranslation();
  const time = newest(group);
  return (
    <MeterGroup
      id={group.id}
      name={group.name}
      above={group.above}
      screen="purifier"
      foot={
        time === null ? (
          t('monitoring.purifier.notYet')
        ) : (
          <>
            {t('monitoring.purifier.collected')} <RelativeTime time={time} />
          </>
        )
      }
    >
      <ul className={styles.rows}>
        {worstFirst(group.purifiers, lives).map((purifier) => (
          <Row key={purifier.id} purifier={purifier} lives={lives} />
        ))}
      </ul>
    </MeterGroup>
  );
});

function Row({ purifier, lives }: { purifier: PurifierView; lives: FilterLives }) {
  const { t } = useTranslation();
  const { name, state } = purifier;
  return (
    <li>
      <span>
        {name}
        <span className={styles.rowFacts}>
          {state === null || state.fan_speed === null ? null : (
            <span>
              {t('monitoring.purifier.fanSpeed')} <b>{t(`monitoring.purifier.value.${state.fan_speed}`)}</b>
            </span>
          )}
          <WorstFilter purifier={purifier} lives={lives} />
        </span>
      </span>
      <PurifierActivity purifier={purifier} />
    </li>
  );
}

function WorstFilter({ purifier: { id, state }, lives }: { purifier: PurifierView; lives: FilterLives }) {
  const { t } = useTranslation();
  const textOf = useFilterText();
  const worst = state && worstFilter(lives.get(id) ?? reportedFilters(state));
  if (!worst || worst.level === 'UNKNOWN') return null;
  return (
    <span data-tone={worst.level === 'FINE' ? undefined : FILTER_TONE[worst.level]}>
      {t('monitoring.purifier.filter', { number: worst.number })} <b>{textOf(worst)}</b>
    </span>
  );
}
