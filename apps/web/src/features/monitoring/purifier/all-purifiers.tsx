import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Card } from '../../../ui/card/card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { useMonitoringSearch } from '../address/use-monitoring-search.ts';
import { calmOrder } from '../order/calm-order.ts';
import { useCalm } from '../order/use-calm.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { ListTools } from '../parts/list-tools.tsx';
import { matchesNames } from '../parts/matches-names.ts';
import { MeterGroup } from '../parts/meter-group.tsx';
import { MeterTabs } from '../parts/meter-tabs.tsx';
import { PlaceGrid } from '../parts/place-grid.tsx';
import { ControlNote } from './control-note.tsx';
import { ModeChip } from './mode-chip.tsx';
import styles from './purifier.module.css';
import { compareGroups, filterUses, groupByMeter, type PurifierGroup } from './purifier-rules.ts';
import { usePurifierSummary } from './use-purifier-summary.ts';

const GROUP_WIDTH = 340;
const GROUP_HEIGHT = 190;

/** Every purifier that the user may see, by meter, trouble first. */
export function AllPurifiers({ purifiers }: { purifiers: readonly PurifierView[] }) {
  const { t } = useTranslation();
  const [search] = useMonitoringSearch();
  const groups = useMemo(() => groupByMeter(purifiers), [purifiers]);
  const { settled, hold } = useCalm(groups, 'purifier');
  const shown = useMemo(() => {
    const named = groups.filter(({ above, name }) => matchesNames([...above, name], search));
    return calmOrder(named, settled, compareGroups);
  }, [groups, search, settled]);
  const summary = usePurifierSummary(purifiers);
  return (
    <>
      <PageHeader
        title={t('monitoring.screen.purifier')}
        subtitle={summary}
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
              render={(group) => <Group group={group} />}
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

const Group = memo(function Group({ group }: { group: PurifierGroup }) {
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
        {group.purifiers.map((purifier) => (
          <Row key={purifier.id} purifier={purifier} />
        ))}
      </ul>
    </MeterGroup>
  );
});

function Row({ purifier }: { purifier: PurifierView }) {
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
          <WorstFilter purifier={purifier} />
        </span>
      </span>
      <ModeChip purifier={purifier} />
    </li>
  );
}

function WorstFilter({ purifier: { state } }: { purifier: PurifierView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (state === null) return null;
  const worst = filterUses(state).toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))[0];
  if (worst?.share == null) return null;
  return (
    <span data-tone={worst.level === 'over' ? 5 : worst.level === 'soon' ? 4 : undefined}>
      {t('monitoring.purifier.filter', { number: worst.number })}{' '}
      <b>{formatNumber(worst.share * 100, 0, language)} %</b>
    </span>
  );
}
