import { isFieldCode } from '@airdeck/contract/error/field-code';
import { listReports, type Report, requestYearly } from '@airdeck/contract/report/report';
import {
  getYearlyForm,
  MAX_EQUIPMENT,
  MAX_RESULTS,
  type NewYearly,
  newYearly,
  type YearlyForm as YearlyFormAnswer,
} from '@airdeck/contract/report/yearly';
import { LANGUAGES, type Language } from '@airdeck/contract/user/schema';
import { FORM_QUANTITIES, FORM_UNITS, keptUntil, quantityKey, reportDue } from '@airdeck/domain/report/statutory';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../../lib/api/route-query.ts';
import { ApiFailure } from '../../../lib/failure.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { isSame } from '../../../ui/form/changes.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Fact, Facts } from '../../../ui/stat.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { Select } from '../compliance/filters.tsx';
import styles from './reports.module.css';
import { draftOf, EMPTY_EQUIPMENT, EMPTY_RESULT, requestOf, type YearlyDraft } from './yearly-draft.ts';

interface YearlyFormProps {
  office: number;
  year: number;
}

/** The entries of a yearly sheet. The form begins with those of the last one. */
export function YearlyForm({ office, year }: YearlyFormProps) {
  const { data, error, refetch } = useQuery({
    ...routeQuery(getYearlyForm, { query: { officeId: String(office), year: String(year) } }),
    // A form that is being filled in is not loaded again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <Fields {...{ office, year }} answer={data} />;
  return error === null ? (
    <CardSkeletons count={2} min={900} />
  ) : (
    <Card>
      <ErrorPanel error={error} onRetry={() => void refetch()} />
    </Card>
  );
}

function Fields({ office, year, answer }: YearlyFormProps & { answer: YearlyFormAnswer }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [draft, setDraft] = useState(() => draftOf(answer.entries));
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const request = useMutation<Report, Error, NewYearly>({
    mutationFn: (body) => call(requestYearly, { body }),
    onError: (error) => setErrors(error instanceof ApiFailure ? error.errors : {}),
    onSuccess: () => {
      setStored(draft);
      void client.invalidateQueries(queriesOfRoute(listReports));
      enqueueSnackbar(t('airReport.requested'), { variant: 'success' });
    },
  });
  const submit = () => {
    const checked = newYearly.safeParse(requestOf(draft, { office, year, language }));
    const wrong = checked.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
    setErrors(Object.fromEntries(wrong));
    if (checked.success) request.mutate(checked.data);
  };
  const errorOf = (path: string): string | undefined => {
    const code = errors[`entries.${path}`];
    return code === undefined ? undefined : t(`field.${isFieldCode(code) ? code : 'INVALID'}`);
  };
  // The entries are stored with the sheet that is made of them.
  const [stored, setStored] = useState(draft);
  useUnsaved(!isSame(draft, stored));
  const change = (part: Partial<YearlyDraft>) => setDraft((old) => ({ ...old, ...part }));
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const mayMake = mayUser(sessionStore.get()?.user, 'create', 'reports');
  return (
    <div ref={form} className={styles.yearly}>
      <DeadlinesCard form={answer} measuredOn={draft.measured_on} />
      <Card aria-label={t('airReport.yearly.entries')}>
        <CardHeader
          title={t('airReport.yearly.entries')}
          subtitle={t('airReport.yearly.entriesText')}
          actions={
            mayMake ? (
              <>
                <Select
                  label={t('airReport.language')}
                  value={language}
                  options={LANGUAGES.map((value) => ({ value, label: t(`airReport.languages.${value}`) }))}
                  onChange={(next) => setLanguage(LANGUAGES.find((each) => each === next) ?? 'ko')}
                />
                <Button variant="contained" loading={request.isPending} onClick={submit}>
                  {t('airReport.makeYear')}
                </Button>
              </>
            ) : null
          }
        />
        <Alert severity="warning">{t('airReport.yearly.formNotice')}</Alert>
        <FailureAlert error={request.error} />
        <h3 className={styles.part}>{t('airReport.yearly.part1')}</h3>
        <div className={styles.row}>
          <Text
            label={t('airReport.yearly.address')}
            value={draft.address}
            error={errorOf('address')}
            onChange={(address) => change({ address })}
          />
          <Text
            label={t('airReport.yearly.head')}
            value={draft.head}
            error={errorOf('head')}
            onChange={(head) => change({ head })}
          />
        </div>
        <h3 className={styles.part}>{t('airReport.yearly.part2')}</h3>
        <EquipmentRows {...{ draft, change, errorOf }} />
        <h3 className={styles.part}>{t('airReport.yearly.part3')}</h3>
        <div className={styles.row}>
          <Text
            label={t('airReport.yearly.measuredBy')}
            value={draft.measured_by}
            error={errorOf('measured_by')}
            onChange={(measured_by) => change({ measured_by })}
          />
          <Text
            label={t('airReport.yearly.registration')}
            value={draft.registration}
            error={errorOf('registration')}
            onChange={(registration) => change({ registration })}
          />
          <DateField
            label={t('airReport.yearly.measuredOn')}
            value={draft.measured_on}
            optional
            error={errorOf('measured_on')}
            onChange={(measured_on) => change({ measured_on })}
          />
        </div>
        <ResultRows {...{ draft, change, errorOf }} limits={answer.limits} />
      </Card>
    </div>
  );
}

/** Facts, season and deadlines, as reminders. */
function DeadlinesCard({ form, measuredOn }: { form: YearlyFormAnswer; measuredOn: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { facility_kind: kind, coverage, season, kept_until, readings_days: days } = form;
  const dayText = (day: string) => formatDay(day, language);
  return (
    <Card aria-label={t('airReport.yearly.deadlines')}>
      <CardHeader title={t('airReport.yearly.deadlines')} />
      <Facts>
        <Fact label={t('airReport.yearly.kind')}>
          {kind === null ? t('airReport.yearly.unknown') : t(`admin.choice.facility_kind.${kind}`)}
        </Fact>
        <Fact label={t('airReport.yearly.coverage')}>{t(`airReport.yearly.coverages.${coverage}`)}</Fact>
      </Facts>
      <ul className={styles.list}>
        <li>
          {season === null
            ? t('airReport.yearly.noSeason')
            : t('airReport.yearly.season', { from: dayText(season.from), to: dayText(season.to) })}
        </li>
        {season === null && measuredOn === '' ? null : (
          <>
            <li>
              {measuredOn === ''
                ? t('airReport.yearly.notMeasured')
                : t('airReport.yearly.reportBy', { day: dayText(reportDue(measuredOn)) })}
            </li>
            <li>
              {t('airReport.yearly.keptUntil', {
                day: dayText(measuredOn === '' ? kept_until : keptUntil(measuredOn)),
              })}
            </li>
          </>
        )}
        {days === null ? null : <li>{t('airReport.yearly.readingsKept', { days })}</li>}
      </ul>
    </Card>
  );
}

interface TextProps {
  label: string;
  value: string;
  error: string | undefined;
  /** Whether an asterisk is shown; the contract does the check. */
  required?: boolean;
  onChange: (value: string) => void;
}

function Text({ label, value, error, required = false, onChange }: TextProps) {
  return (
    <TextField
      size="small"
      {...{ label, value, required }}
      error={error !== undefined}
      helperText={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface RowsProps {
  draft: YearlyDraft;
  change: (part: Partial<YearlyDraft>) => void;
  errorOf: (path: string) => string | undefined;
}

const replaced = <T,>(rows: readonly T[], at: number, part: Partial<T>): T[] =>
  rows.map((row, i) => (i === at ? { ...row, ...part } : row));
const without = <T,>(rows: readonly T[], at: number): T[] => rows.filter((_, i) => i !== at);

function EquipmentRows({ draft: { equipment }, change, errorOf }: RowsProps) {
  const { t } = useTranslation();
  const fields = [
    ['equipment', t('airReport.yearly.equipment')],
    ['model', t('airReport.yearly.model')],
    ['count', t('airReport.yearly.count')],
    ['air_flow', t('airReport.yearly.airFlow')],
  ] as const;
  return (
    <div className={styles.rows}>
      {equipment.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={at} className={styles.row}>
          {fields.map(([name, label]) => (
            <Text
              key={name}
              label={label}
              value={row[name]}
              required={name === 'equipment' || name === 'count'}
              error={errorOf(`equipment.${at}.${name}`)}
              onChange={(value) => change({ equipment: replaced(equipment, at, { [name]: value }) })}
            />
          ))}
          <DateField
            label={t('airReport.yearly.filterChanged')}
            value={row.filter_changed}
            optional
            error={errorOf(`equipment.${at}.filter_changed`)}
            onChange={(filter_changed) => change({ equipment: replaced(equipment, at, { filter_changed }) })}
          />
          <Button onClick={() => change({ equipment: without(equipment, at) })}>{t('airReport.yearly.remove')}</Button>
        </div>
      ))}
      <div>
        <Button
          variant="outlined"
          disabled={equipment.length >= MAX_EQUIPMENT}
          onClick={() => change({ equipment: [...equipment, EMPTY_EQUIPMENT] })}
        >
          {t('airReport.yearly.addEquipment')}
        </Button>
      </div>
    </div>
  );
}

/** Values of a quantity are entered in this unit. */
const unitOf = (quantity: string): string =>
  FORM_QUANTITIES.flatMap((each) => (each === quantity ? [FORM_UNITS[each]] : [])).join();

type Limits = YearlyFormAnswer['limits'];

function limitLabel(
  limit: Limits[number] | undefined,
  none: string,
  { name, symbols }: { name: string; symbols: Readonly<Record<Limits[number]['direction'], string>> },
) {
  return limit === undefined ? none : `${name} ${symbols[limit.direction]} ${limit.value} ${limit.unit}`;
}

function ResultRows({ draft: { results }, change, errorOf, limits }: RowsProps & { limits: Limits }) {
  const { t } = useTranslation();
  const fields = [
    ['place', t('airReport.yearly.place')],
    ['times', t('airReport.yearly.times')],
    ['lowest', t('airReport.yearly.lowest')],
    ['highest', t('airReport.yearly.highest')],
    ['mean', t('airReport.yearly.mean')],
    ['taken', t('airReport.yearly.taken')],
    ['instrument', t('airReport.yearly.instrument')],
  ] as const;
  const symbols = t('compliance.symbol', { returnObjects: true });
  return (
    <div className={styles.rows}>
      {results.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={at} className={styles.row}>
          <Select
            label={t('airReport.yearly.quantity')}
            value={row.quantity}
            options={FORM_QUANTITIES.map((value) => ({
              value,
              label: t(`airReport.yearly.quantities.${quantityKey(value)}`),
            }))}
            onChange={(quantity) => change({ results: replaced(results, at, { quantity }) })}
          />
          {fields.map(([name, label]) => (
            <Text
              key={name}
              label={label}
              value={row[name]}
              required={name === 'place' || name === 'times' || name === 'mean'}
              error={errorOf(`results.${at}.${name}`)}
              onChange={(value) => change({ results: replaced(results, at, { [name]: value }) })}
            />
          ))}
          <span className={styles.muted}>
            {limitLabel(
              limits.find(({ quantity }) => quantity === row.quantity),
              [unitOf(row.quantity), t('airReport.yearly.noLimit')].join(t('common.separator')),
              { name: t('airReport.yearly.limit'), symbols },
            )}
          </span>
          <Button onClick={() => change({ results: without(results, at) })}>{t('airReport.yearly.remove')}</Button>
        </div>
      ))}
      <div>
        <Button
          variant="outlined"
          disabled={results.length >= MAX_RESULTS}
          onClick={() => change({ results: [...results, EMPTY_RESULT] })}
        >
          {t('airReport.yearly.addResult')}
        </Button>
      </div>
    </div>
  );
}
