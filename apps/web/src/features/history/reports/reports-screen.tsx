import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { listReports, REPORT_KINDS, type Report, requestMonthly } from '@airdeck/contract/report/report';
import { LANGUAGES, type Language } from '@airdeck/contract/user/schema';
import { isWithin, scopeOf } from '@airdeck/domain/policy/may';
import { monthBefore } from '@airdeck/domain/report/month';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queriesOfRoute } from '../../../lib/api/route-query.ts';
import { viewerToday } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { actorOf, mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useAddress } from '../../../lib/url/search-fields.ts';
import { Card, CardSkeletons } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { useChoices } from '../api/use-choices.ts';
import { Select } from '../compliance/filters.tsx';
import { JobsCard } from './jobs-card.tsx';
import { monthName } from './month-words.ts';
import { MonthlyView } from './monthly-view.tsx';
import styles from './reports.module.css';
import { type ReportsSearch, reportsSearch } from './search.ts';
import { YearlyForm } from './yearly-form.tsx';

const MONTHS = 24;
const YEARS = 10;

/** The meters whose office the person of this tab reaches as a whole: a report is of a whole office. */
const withReports = (meters: readonly ChoiceMeter[]): ChoiceMeter[] => {
  const user = sessionStore.get()?.user;
  const scope = user && scopeOf(actorOf(user), 'read', 'reports');
  return scope
    ? meters.filter(({ organization_id, office_id }) =>
        isWithin(scope, { organizationId: organization_id, officeId: office_id }),
      )
    : [];
};

/** Monthly reports and yearly sheets of offices. */
export function ReportsScreen() {
  const { t } = useTranslation();
  const [search, change] = useAddress(reportsSearch);
  const { data, error, refetch } = useChoices();
  const offices = useMemo(
    () => [
      ...new Map(
        withReports(data ?? []).map((meter) => [
          meter.office_id,
          [meter.organization_name, meter.office_name].join(t('common.separator')),
        ]),
      ),
    ],
    [data, t],
  );
  const [first] = offices;
  const office = offices.find(([id]) => id === search.office)?.[0] ?? first?.[0];
  const kind = search.kind ?? 'MONTHLY';
  const today = viewerToday();
  const month = search.month ?? monthBefore(today.slice(0, 7));
  const year = search.year ?? Number(today.slice(0, 4));
  return (
    <Page>
      <PageHeader title={t('menu.item.reports')} subtitle={t('airReport.subtitle')} />
      {data === undefined ? (
        error === null ? (
          <CardSkeletons count={2} min={900} />
        ) : (
          <Card>
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          </Card>
        )
      ) : office === undefined ? (
        <Card>
          <EmptyState text={t('airReport.noOffice')} icon="places" />
        </Card>
      ) : (
        <>
          <Card aria-label={t('history.choose.conditions')}>
            <Tools {...{ offices, office, kind, month, year, today }} onChange={change} />
          </Card>
          {kind === 'MONTHLY' ? (
            <MonthlyView office={office} month={month} />
          ) : (
            <YearlyForm key={`${office}/${year}`} office={office} year={year} />
          )}
          <JobsCard office={office} kind={kind} />
        </>
      )}
    </Page>
  );
}

interface ToolsProps {
  offices: readonly (readonly [id: number, name: string])[];
  office: number;
  kind: (typeof REPORT_KINDS)[number];
  month: string;
  year: number;
  today: string;
  onChange: (part: Partial<ReportsSearch>) => void;
}

function Tools({ offices, office, kind, month, year, today, onChange }: ToolsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const thisMonth = today.slice(0, 7);
  const months = Array.from({ length: MONTHS }, (_, n) => monthBefore(thisMonth, n));
  const thisYear = Number(today.slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, n) => thisYear - n);
  return (
    <div className={styles.tools}>
      <SegmentedControl
        label={t('airReport.title')}
        value={kind}
        options={REPORT_KINDS.map((value) => ({ value, label: t(`airReport.kinds.${value}`) }))}
        onChange={(next) => onChange({ kind: next === 'MONTHLY' ? undefined : next })}
      />
      {offices.length < 2 ? null : (
        <div className={styles.office}>
          <SinglePicker
            label={t('airReport.office')}
            options={offices.map(([id, label]) => ({ id, label }))}
            value={office}
            onChange={(next) => onChange({ office: next })}
          />
        </div>
      )}
      {kind === 'MONTHLY' ? (
        <Select
          label={t('airReport.month')}
          value={month}
          options={(months.includes(month) ? months : [...months, month]).map((value) => ({
            value,
            label: monthName(value, language),
          }))}
          onChange={(next) => onChange({ month: next })}
        />
      ) : (
        <Select
          label={t('airReport.year')}
          value={String(year)}
          options={(years.includes(year) ? years : [...years, year]).map((value) => ({
            value: String(value),
            label: String(value),
          }))}
          onChange={(next) => onChange({ year: Number(next) })}
        />
      )}
      {kind === 'MONTHLY' ? <MakeMonthly office={office} month={month} /> : null}
    </div>
  );
}

/** Requests the report that is on screen as a file. */
function MakeMonthly({ office, month }: { office: number; month: string }) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const client = useQueryClient();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const request = useMutation<Report, Error>({
    mutationFn: () => call(requestMonthly, { body: { office_id: office, month, report_language: language } }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(listReports));
      enqueueSnackbar(t('airReport.requested'), { variant: 'success' });
    },
  });
  if (!mayUser(sessionStore.get()?.user, 'create', 'reports')) return null;
  return (
    <>
      <Select
        label={t('airReport.language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: t(`airReport.languages.${value}`) }))}
        onChange={(next) => setLanguage(LANGUAGES.find((each) => each === next) ?? 'ko')}
      />
      <Button variant="contained" loading={request.isPending} onClick={() => request.mutate()}>
        {t('airReport.make')}
      </Button>
      <FailureAlert error={request.error} />
    </>
  );
}
