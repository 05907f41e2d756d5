import type { CurrentPurifiers } from '@airdeck/contract/purifier/current';
import { CURRENT_MODES, type CurrentMode } from '@airdeck/domain/purifier-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '../../../lib/url/search-fields.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Card } from '../../../ui/card/card.tsx';
import { FilterBar, SearchFilter } from '../../../ui/form/filter-fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { PanelSplit, useRoomBeside } from '../../../ui/panel/side-panel.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { currentQuery } from '../model/queries.ts';
import { type ChangeCurrentSearch, type CurrentSearch, useCurrentSearch } from '../model/search.ts';
import { PurifierPanel } from '../panel/purifier-panel.tsx';
import { HIDDEN_AT_FIRST, useCurrentColumns } from './columns.tsx';
import styles from './current.module.css';

const sizeOf = (size: number) => PAGE_SIZES.find((each) => each === size);

/** CurrentAir: what purifiers report now, trouble first, of all organizations that the viewer sees. */
export function CurrentScreen() {
  const { t } = useTranslation();
  const [search, change] = useCurrentSearch();
  const query = useQuery(currentQuery(search));
  const { data } = query;
  const title = t('menu.item.currentAir');
  return (
    <Page>
      <PageHeader
        views={SavedViews}
        title={title}
        subtitle={
          <span className={styles.summary}>
            <Tag>{t('purifier.now')}</Tag>
            {data === undefined ? null : <Summary {...data} />}
          </span>
        }
        actions={
          <Link to="/current/current/currentair" search={() => ({ view: 'list' as const })} className={styles.link}>
            {t('purifier.toHistory')}
            <Icon name="arrowRight" size={18} />
          </Link>
        }
      />
      <Answer query={query} search={search} change={change} />
    </Page>
  );
}

function Summary({ counts, running }: Pick<CurrentPurifiers, 'counts' | 'running'>) {
  const { t } = useTranslation();
  const total = CURRENT_MODES.reduce((sum, mode) => sum + counts[mode], 0);
  return <b>{t('purifier.summary', { total, running })}</b>;
}

interface AnswerProps {
  query: ReturnType<typeof useQuery<CurrentPurifiers, Error>>;
  search: CurrentSearch;
  change: ChangeCurrentSearch;
}

/** The list, and beside it the purifier that the address names. */
function Answer({ query, search, change }: AnswerProps) {
  const { t } = useTranslation();
  const beside = useRoomBeside() && search.open !== undefined;
  const columns = useCurrentColumns(beside);
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = query;
  if (error !== null && data === undefined) {
    return (
      <Card>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  const isNarrowed = search.search !== undefined || search.state !== undefined;
  return (
    <>
      {error === null ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      {data === undefined ? null : <ModeChips counts={data.counts} search={search} change={change} />}
      <PanelSplit open={search.open !== undefined}>
        <DataTable
          name="purifier.current"
          label={t('menu.item.currentAir')}
          rows={data?.content}
          columns={columns}
          rowId={({ id }) => id}
          onRowOpen={({ id }) => change({ open: id }, { visit: search.open === undefined })}
          sort={search.sort ?? []}
          onSortChange={(sort) => change({ sort: sort.length === 0 ? undefined : sort, page: undefined })}
          updating={isPlaceholderData}
          hiddenAtFirst={HIDDEN_AT_FIRST}
          tools={
            <FilterBar>
              <SearchFilter
                key={search.search === undefined ? 'empty' : 'given'}
                hint={t('control.list.searchHint')}
                value={search.search}
                onChange={(text) => change({ search: text, page: undefined })}
              />
            </FilterBar>
          }
          empty={
            isNarrowed ? (
              <EmptyState icon="search" title={t('purifier.none')} text={t('purifier.noneText')} />
            ) : (
              <EmptyState title={t('purifier.empty')} text={t('purifier.emptyText')} />
            )
          }
          paging={{
            page: search.page ?? 1,
            size: search.size ?? PAGE_SIZES[0],
            sizes: PAGE_SIZES,
            total: data?.totalElements ?? 0,
            onChange: ({ page, size }) => change({ page: page === 1 ? undefined : page, size: sizeOf(size) }),
          }}
        />
        {search.open === undefined ? null : (
          <PurifierPanel key={search.open} id={search.open} onClose={() => change({ open: undefined })} />
        )}
      </PanelSplit>
    </>
  );
}

const TONE: Readonly<Partial<Record<CurrentMode, number>>> = { TROUBLE: 5, SILENT: 0 };
/** In order of urgency. */
const SHOWN: readonly CurrentMode[] = ['TROUBLE', 'SILENT', 'AUTO', 'MANUAL', 'STOP', 'OFF'];

/** How many purifiers are in each state; one press shows them alone. */
function ModeChips({ counts, search, change }: Pick<CurrentPurifiers, 'counts'> & Omit<AnswerProps, 'query'>) {
  const { t } = useTranslation();
  const total = SHOWN.reduce((sum, mode) => sum + counts[mode], 0);
  const nameOf = (mode: CurrentMode) =>
    mode === 'SILENT' ? t('purifier.mode.SILENT') : t(`monitoring.purifier.mode.${mode}`);
  const choose = (state: CurrentMode | undefined) => change({ state, page: undefined });
  return (
    <fieldset className={styles.modes}>
      <legend className="sr">{t('purifier.mode.label')}</legend>
      <button type="button" aria-pressed={search.state === undefined} onClick={() => choose(undefined)}>
        {t('purifier.mode.all')} <b className="num">{total}</b>
      </button>
      {SHOWN.filter((mode) => mode === 'TROUBLE' || counts[mode] > 0 || mode === search.state).map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={search.state === mode}
          data-tone={counts[mode] > 0 ? TONE[mode] : undefined}
          onClick={() => choose(search.state === mode ? undefined : mode)}
        >
          {nameOf(mode)} <b className="num">{counts[mode]}</b>
        </button>
      ))}
    </fieldset>
  );
}
