import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FilterLives } from '../../../lib/purifier/filter-rules.ts';
import { filtersQuery } from '../../../lib/purifier/filters.ts';
import { Card, CardGrid, CardSkeletons } from '../../../ui/card/card.tsx';
import { PageHeader } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { purifiersQuery } from '../api/queries.ts';
import { useMonitoringLive } from '../live/use-monitoring-live.ts';
import { MeterTabs, PathBreadcrumb } from '../shared/links.tsx';
import { ScreenQuery } from '../shared/screen-query.tsx';
import { AllPurifiers } from './all-purifiers.tsx';
import { PurifierCard } from './purifier-card.tsx';
import { worstFirst } from './purifier-rules.ts';
import { ControlNote, PurifierSummary, usePurifierControl } from './purifier-summary.tsx';

const CARD_WIDTH = 360;
const NO_LIVES: FilterLives = new Map();

interface PurifierScreenProps {
  id: number | undefined;
}

/** A meter's purifiers as they last reported, or every meter's. */
export function PurifierScreen({ id }: PurifierScreenProps) {
  const query = useQuery(purifiersQuery(id));
  // Without an answer, filters are as they were reported.
  const { data: lives = NO_LIVES } = useQuery(filtersQuery({ meterId: id }));
  useMonitoringLive('purifier', id, query.error);
  return (
    <ScreenQuery screen="purifier" id={id} query={query} skeleton={<CardSkeletons count={6} min={CARD_WIDTH} />}>
      {({ path, purifiers }) => (
        <>
          <PathBreadcrumb screen="purifier" path={path} />
          {id === undefined ? (
            <AllPurifiers purifiers={purifiers} lives={lives} />
          ) : (
            <MeterPurifiers id={id} name={path.at(-1)?.name} purifiers={purifiers} lives={lives} />
          )}
        </>
      )}
    </ScreenQuery>
  );
}

interface MeterPurifiersProps {
  id: number;
  name: string | undefined;
  purifiers: readonly PurifierView[];
  lives: FilterLives;
}

function MeterPurifiers({ id, name, purifiers, lives }: MeterPurifiersProps) {
  const { t } = useTranslation();
  const control = usePurifierControl(id, purifiers);
  return (
    <>
      <PageHeader
        title={name ?? t('monitoring.screen.purifier')}
        subtitle={<PurifierSummary control={control} total={purifiers.length} />}
      />
      <MeterTabs current="purifier" id={id} />
      {purifiers.length === 0 ? (
        <Card>
          <EmptyState icon="info" title={t('monitoring.purifier.none')} text={t('monitoring.purifier.noneText')} />
        </Card>
      ) : (
        <>
          <ControlNote />
          <CardGrid min={CARD_WIDTH}>
            {worstFirst(purifiers, lives).map((purifier) => (
              <PurifierCard
                key={purifier.id}
                purifier={purifier}
                lives={lives}
                controller={control?.byPurifier.get(purifier.id)}
              />
            ))}
          </CardGrid>
        </>
      )}
    </>
  );
}
