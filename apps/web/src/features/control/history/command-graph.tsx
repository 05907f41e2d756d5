import { BUCKET_UNITS } from '@airdeck/domain/bucket';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { viewerToday } from '../../../lib/format/date.ts';
import type { ChangeSearch } from '../../../lib/url/search-fields.ts';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { CountBars } from '../../../ui/count-bars/count-bars.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { TONES } from '../../../ui/theme/tokens.ts';
import { countsQuery, firstDayOf } from '../model/queries.ts';
import type { CommandSearch } from '../model/search.ts';

/** With an open beginning a graph goes back this far. */
const FIRST_DAY = '2024-01-01';
/** From the bottom of a bar to its top: what went wrong below, where bars are compared. */
const PARTS = [
  { key: 'FAILED', color: TONES[5].line },
  { key: 'OPEN', color: TONES[2].line },
  { key: 'CONFIRMED', color: TONES[3].line },
] as const;

interface CommandGraphProps {
  search: CommandSearch;
  onChange: ChangeSearch<CommandSearch>;
}

/** How many commands were given over time, and how many of them were done. */
export function CommandGraph({ search, onChange }: CommandGraphProps) {
  const { t } = useTranslation();
  const first = firstDayOf(search);
  const unit = search.unit ?? (first === undefined ? 'month' : 'day');
  const from = first ?? FIRST_DAY;
  const { data, error, refetch } = useQuery(countsQuery(search, unit, from, search.endTime ?? viewerToday()));
  const units = (
    <SegmentedControl
      label={t('admin.login.unit')}
      value={unit}
      options={BUCKET_UNITS.map((value) => ({ value, label: t(`admin.login.${value}`) }))}
      onChange={(next) => onChange({ unit: next })}
    />
  );
  return (
    <Card>
      <CardHeader title={t('control.state.graph')} actions={units} />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <CardSkeletons count={1} />
      ) : (
        <CountBars
          buckets={data.buckets}
          parts={PARTS.map((part) => ({ ...part, label: t(`control.state.${part.key}`) }))}
          timeZone={data.time_zone}
          unit={unit}
          empty={t('control.state.empty')}
        />
      )}
    </Card>
  );
}
