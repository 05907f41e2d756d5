import type { ComplianceAnswer, CompliancePlace } from '@airdeck/contract/limit/compliance';
import { VERDICTS, type Verdict } from '@airdeck/domain/limit/rule-counts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewerToday } from '../../../lib/format/date.ts';
import { useAddress } from '../../../lib/url/search-fields.ts';
import { ExportDialog } from '../../../shared/export/export-dialog.tsx';
import { MAX_SHEET_LENGTH } from '../../../shared/export/file-name.ts';
import { FactsLink } from '../../../shared/facts-link/facts-link.tsx';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Card, CardSkeletons } from '../../../ui/card/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from './compliance.module.css';
import { ComplianceFilters } from './filters.tsx';
import { daysOfPeriod, wrongDays } from './periods.ts';
import { PlaceResults } from './place-results.tsx';
import { type ComplianceQuestion, complianceFile, complianceQuery, packsQuery } from './queries.ts';
import { RuleSources } from './rule-sources.tsx';
import { authorityText, packName } from './rule-text.ts';
import { complianceSearch, DEFAULT_LEVEL, DEFAULT_PACK, DEFAULT_PERIOD } from './search.ts';
import { VerdictChip } from './verdict-chip.tsx';

/** Places that are drawn at first, and with each press of the button below them. */
const PLACES_AT_ONCE = 100;

const ORDER: readonly Verdict[] = ['EXCEEDED', 'NOT_ENOUGH_DATA', 'MET', 'NOT_APPLICABLE'];
const lowestShare = ({ verdicts }: CompliancePlace): number =>
  Math.min(1, ...verdicts.map(({ share_of_valid: share }) => share ?? 1));
/** Worst first; equal ones stay in the order of the registry. */
const worstFirst = (places: readonly CompliancePlace[]): CompliancePlace[] =>
  places.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || lowestShare(a) - lowestShare(b));

/** Whether places kept to a pack of limits, with the worst period of each rule. */
export function ComplianceScreen() {
  const { t } = useTranslation();
  const [search, change] = useAddress(complianceSearch);
  const { pack = DEFAULT_PACK, level = DEFAULT_LEVEL, period = DEFAULT_PERIOD, organization, office } = search;
  const today = viewerToday();
  const days = daysOfPeriod(period, today, search);
  const wrong = wrongDays(days, today);
  const packs = useQuery(packsQuery());
  const question: ComplianceQuestion | null = wrong === null ? { pack, level, days, organization, office } : null;
  const { query, wait } = useLongQuery(complianceQuery(question));
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const title = t('menu.item.compliance');
  const retry = () => void refetch();
  const isFailed = error !== null && (data === undefined || isPlaceholderData);
  // An old link to a pack that was deleted or renamed.
  const isUnknown = isFailed && packs.data?.some(({ code }) => code === pack) === false;
  return (
    <Page>
      <PageHeader
        title={title}
        subtitle={t('compliance.subtitle')}
        views={SavedViews}
        actions={
          question === null ? null : <FileButton question={question} title={title} answer={data} error={error} />
        }
      />
      <Card aria-label={t('history.choose.conditions')}>
        <ComplianceFilters
          {...{ search, days }}
          wrong={wrong}
          packs={packs.data ?? []}
          onChange={(part) => change(part)}
        />
      </Card>
      {isUnknown ? (
        <Card>
          <EmptyState title={t('compliance.unknownPack')} text={t('compliance.unknownPackText')} icon="info" />
        </Card>
      ) : isFailed ? (
        <Card>
          <ErrorPanel error={error} onRetry={retry} />
        </Card>
      ) : data === undefined ? (
        question === null ? null : (
          <LongWait wait={wait}>
            <CardSkeletons count={3} min={900} />
          </LongWait>
        )
      ) : (
        <>
          {error === null ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
          <LongWait wait={wait}>
            <div aria-busy={wait.isWaiting} className={styles.results}>
              <Results key={JSON.stringify(question)} answer={data} />
            </div>
          </LongWait>
        </>
      )}
    </Page>
  );
}

function Results({ answer }: { answer: ComplianceAnswer }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(PLACES_AT_ONCE);
  const places = useMemo(() => worstFirst(answer.places), [answer]);
  const rules = useMemo(() => new Map(answer.rules.map((rule) => [rule.code, rule])), [answer]);
  const drafts = answer.rules.filter(({ draft }) => draft).length;
  if (places.length === 0) {
    return (
      <Card>
        <EmptyState title={t('compliance.emptyTitle')} text={t('compliance.emptyText')} icon="places" />
      </Card>
    );
  }
  return (
    <>
      <Card aria-label={t('compliance.counts')}>
        <ul className={styles.counts}>
          {VERDICTS.map((verdict) => {
            const count = places.filter((place) => place.verdict === verdict).length;
            return count === 0 ? null : (
              <li key={verdict}>
                <VerdictChip verdict={verdict} /> {t('compliance.places', { count })}
              </li>
            );
          })}
        </ul>
        <p className={styles.facts}>
          {[packName(t, answer.pack), authorityText(t, answer.pack)].filter(Boolean).join(t('common.separator'))}
        </p>
        {drafts === 0 ? null : (
          <Alert severity="warning">
            {t('compliance.drafts', { count: drafts })} {t('compliance.draftText')}
          </Alert>
        )}
        {places.every(({ verdict }) => verdict === 'NOT_APPLICABLE') ? (
          <Alert severity="info">
            {t('compliance.noneApplies')} <FactsLink />
          </Alert>
        ) : null}
        <RuleSources rules={answer.rules} />
      </Card>
      <Card aria-label={t('compliance.results')}>
        {places.slice(0, shown).map((place) => (
          <PlaceResults key={`${place.level}-${place.place_id}`} {...{ place, rules }} isOpen={places.length === 1} />
        ))}
      </Card>
      {shown >= places.length ? null : (
        <Button variant="outlined" onClick={() => setShown(shown + PLACES_AT_ONCE)}>
          {t('compliance.more', { count: places.length - shown })}
        </Button>
      )}
    </>
  );
}

interface FileButtonProps {
  question: ComplianceQuestion;
  title: string;
  answer: ComplianceAnswer | undefined;
  error: Error | null;
}

/** Downloads the verdicts, a row for each place and rule. */
function FileButton({ question, title, answer, error }: FileButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { days } = question;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)} startIcon={<Icon name="download" size={18} />}>
        {t('common.export.button')}
      </Button>
      {open ? (
        <ExportDialog
          file={(options, signal) => complianceFile(question, options, signal)}
          total={answer?.places.reduce((sum, { verdicts }) => sum + verdicts.length, 0)}
          error={error}
          name={[title, days.from, days.to].join(' ')}
          sheet={title.slice(0, MAX_SHEET_LENGTH)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
