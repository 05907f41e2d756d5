import type { Card, CardList } from '@airdeck/contract/monitoring/schema';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceReports } from '../../../shared/report/place-reports.tsx';
import { ReportButton } from '../../../shared/report/report-button.tsx';
import { CardSkeletons } from '../../../ui/card/card.tsx';
import { PageHeader } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { type CardsView, KIND_OF_VIEW } from '../address/screen.ts';
import { useMonitoringSearch } from '../address/search.ts';
import { cardsQuery } from '../api/queries.ts';
import { useMonitoringLive } from '../live/use-monitoring-live.ts';
import { FilterChips } from '../shared/filter-chips.tsx';
import { PathBreadcrumb, PlanLink } from '../shared/links.tsx';
import { ListTools } from '../shared/list-tools.tsx';
import { PlaceGrid } from '../shared/place-grid.tsx';
import { ScreenQuery } from '../shared/screen-query.tsx';
import { SharePage } from '../shared/share-page.tsx';
import { stableOrder, useStableOrder } from '../shared/stable-order.ts';
import { AirNow } from './air-now.tsx';
import { compareWorst, filterCards, silentOf, slotTime } from './card-rules.ts';
import { CardsTable } from './cards-table.tsx';
import { PlaceCard } from './place-card.tsx';

/** Only a new installation shows it. */
const FirstReading = lazy(async () => ({ default: (await import('../start/first-reading.tsx')).FirstReading }));

const CARD_WIDTH = 340;
const CARD_HEIGHT = 316;

interface CardsScreenProps {
  view: CardsView;
  id: number | undefined;
}

/** The places of one level, worst first. */
export function CardsScreen({ view, id }: CardsScreenProps) {
  const query = useQuery(cardsQuery(view, id));
  useMonitoringLive(view, id, query.error);
  return (
    <ScreenQuery screen={view} id={id} query={query} skeleton={<CardSkeletons min={CARD_WIDTH} />}>
      {(list) => (
        <>
          <PathBreadcrumb screen={view} path={list.path} />
          <CardsHeader view={view} list={list} />
          <OpenReports path={list.path} />
          {list.meters.total === 0 ? (
            <Suspense fallback={null}>
              <FirstReading />
            </Suspense>
          ) : (
            <Places key={`${view} ${id}`} view={view} list={list} />
          )}
        </>
      )}
    </ScreenQuery>
  );
}

interface LoadedCards {
  view: CardsView;
  list: CardList;
}

function CardsHeader({ view, list: { path, meters, cards } }: LoadedCards) {
  const { t } = useTranslation();
  const place = path.at(-1);
  const facts = [
    t('monitoring.worstFirst'),
    ...(view === 'meter' ? [] : [t(`monitoring.places.${view}`, { count: cards.length })]),
    t('monitoring.receiving', { online: meters.online, total: meters.total }),
  ];
  const title = place?.name ?? t(`monitoring.screen.${view}`);
  return (
    <PageHeader
      title={title}
      beside={
        <>
          <SharePage title={title} />
          {place === undefined ? null : <ReportButton place={place} />}
          {place?.kind === 'office' ? <PlanLink id={place.id} /> : null}
        </>
      }
      subtitle={meters.total === 0 ? undefined : facts.join(t('common.separator'))}
      actions={meters.total === 0 ? undefined : <ListTools kind={KIND_OF_VIEW[view]} />}
    />
  );
}

function OpenReports({ path }: Pick<CardList, 'path'>) {
  const place = path.at(-1);
  return place === undefined ? null : <PlaceReports place={place} />;
}

function Places({ view, list }: LoadedCards) {
  const { t } = useTranslation();
  const [search, change] = useMonitoringSearch();
  const { cards, meters } = list;
  const { settled, hold } = useStableOrder<Card>(cards, view);
  const shown = useMemo(() => stableOrder(filterCards(cards, search), settled, compareWorst), [cards, search, settled]);
  const slot = slotTime(list.time);
  const whole = list.path.length === 0;
  return (
    <>
      <AirNow
        label={t('monitoring.meters', { count: meters.total })}
        counts={meters}
        silent={silentOf(meters)}
        chosen={search.grade ?? []}
        onChoose={(grade) => change({ grade: grade.length === 0 ? undefined : [...grade] })}
      />
      <FilterChips shown={shown.length} total={cards.length} />
      <div {...hold}>
        {shown.length === 0 ? (
          <EmptyState icon="search" title={t('monitoring.filter.none')} text={t('monitoring.filter.noneText')} />
        ) : search.view === 'table' ? (
          <CardsTable view={view} cards={shown} settled={settled} whole={whole} />
        ) : (
          <PlaceGrid
            items={shown}
            keyOf={({ id }) => id}
            render={(card) => <PlaceCard view={view} card={card} slot={slot} whole={whole} />}
            min={CARD_WIDTH}
            height={CARD_HEIGHT}
          />
        )}
      </div>
    </>
  );
}
