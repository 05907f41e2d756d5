import { meters } from '@airdeck/contract/device/routes';
import type { Meter } from '@airdeck/contract/device/schema';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Card } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { MultiPicker } from '../../../ui/pick/picker.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { COLORS } from '../../../ui/theme/tokens.ts';
import styles from './doors.module.css';
import { labelsSearch } from './search.ts';

const MOST_METERS = 10_000;

/** The chosen meters: `meters=1,2`. */
const chosenIn = (search: object): number[] => {
  const { meters: text } = labelsSearch.parse(search);
  return (text ?? '').split(',').flatMap((part) => (/^[1-9]\d{0,9}$/.test(part) ? [Number(part)] : []));
};

/** Labels with a code that opens the card of a meter in Monitoring, as a sheet to print. */
export function LabelsScreen() {
  const { t } = useTranslation();
  const chosen = new Set(chosenIn(useSearch({ strict: false })));
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(routeQuery(meters.list, { query: { size: MOST_METERS, use: 'Y' } }));
  const all = data?.content ?? [];
  return (
    <Page>
      <PageHeader
        title={t('connect.labels.title')}
        subtitle={t('connect.labels.text')}
        actions={
          <Button variant="contained" disabled={chosen.size === 0} onClick={() => window.print()}>
            {t('connect.labels.print')}
          </Button>
        }
      />
      <Card>
        {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
        <div className={styles.pick}>
          <MultiPicker
            label={t('connect.labels.pick')}
            placeholder={t('connect.labels.search')}
            options={all.map(({ id, name, code, department_name, office_name }) => ({
              id,
              label: name,
              detail: [office_name, department_name, code].join(' · '),
            }))}
            value={[...chosen]}
            onChange={(ids) =>
              void navigate({ to: '.', search: { meters: ids.join(',') }, replace: true, resetScroll: false })
            }
          />
        </div>
        {chosen.size === 0 ? (
          <p className={styles.muted}>{t('connect.labels.empty')}</p>
        ) : (
          <ul className={styles.labels}>
            {all
              .filter(({ id }) => chosen.has(id))
              .map((meter) => (
                <MeterLabel key={meter.id} meter={meter} />
              ))}
          </ul>
        )}
      </Card>
    </Page>
  );
}

function MeterLabel({ meter }: { meter: Meter }) {
  const { id, name, code, organization_name, office_name, department_name } = meter;
  const address = `${window.location.origin}/monitoring/sensor/${id}`;
  const { data, size } = encode(address, { ecc: 'M', border: 1 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <li className={styles.label}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={address}>
        <rect width={size} height={size} fill={COLORS.surface} />
        <path d={path} fill={COLORS.ink} />
      </svg>
      <div>
        <b>{name}</b>
        <small>{[organization_name, office_name, department_name].join(' · ')}</small>
        <small>{code}</small>
      </div>
    </li>
  );
}
