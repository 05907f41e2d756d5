import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { CardGrid } from '../../../ui/card/card-grid.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { CardSkeletons } from '../../../ui/state/card-skeletons.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { purifiersQuery } from '../api/purifiers-query.ts';
import { useMonitoringLive } from '../live/use-monitoring-live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { MeterTabs } from '../parts/meter-tabs.tsx';
import { PathBreadcrumb } from '../parts/path-breadcrumb.tsx';
import { AllPurifiers } from './all-purifiers.tsx';
import { ControlNote } from './control-note.tsx';
import { PurifierCard } from './purifier-card.tsx';
import { usePurifierSummary } from './use-purifier-summary.ts';

const CARD_WIDTH = 360;

interface PurifierScreenProps {
  id: number | undefined;
}

/** A meter's purifiers as they last reported, or every meter's. */
export function PurifierScreen({ id }: PurifierScreenProps) {
  const query = useQuery(purifiersQuery(id));
  useMonitoringLive('purifier', id, query.error);
  return (
    <Loaded screen="purifier" query={query} skeleton={<CardSkeletons count={6} min={CARD_WIDTH} />}>
      {({ path, purifiers }) => (
        <>
          <PathBreadcrumb screen="purifier" path={path} />
          {id === undefined ? (
            <AllPurifiers purifiers={purifiers} />
          ) : (
            <MeterPurifiers id={id} name={path.at(-1)?.name} purifiers={purifiers} />
          )}
        </>
      )}
    </Loaded>
  );
}

interface MeterPurifiersProps {
  id: number;
  name: string | undefined;
  purifiers: readonly PurifierView[];
}

function MeterPurifiers({ id, name, purifiers }: MeterPurifiersProps) {
  const { t } = useTranslation();
  const summary = usePurifierSummary(purifiers);
  return (
    <>
      <PageHeader title={name ?? t('monitoring.screen.purifier')} subtitle={summary} />
      <MeterTabs current="purifier" id={id} />
      {purifiers.length === 0 ? (
        <Card>
          <EmptyState icon="info" title={t('monitoring.purifier.none')} text={t('monitoring.purifier.noneText')} />
        </Card>
      ) : (
        <>
          <ControlNote />
          <CardGrid min={CARD_WIDTH}>
            {purifiers.map((purifier) => (
              <PurifierCard key={purifier.id} purifier={purifier} />
            ))}
          </CardGrid>
        </>
      )}
    </>
  );
}
