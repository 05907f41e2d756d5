import type { CurrentPurifiers } from '@airdeck/contract/purifier/current';
import { ACTIVITIES } from '@airdeck/domain/purifier-state';
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
import { StateChips } from './state-chips.tsx';

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
            {data === undefined ? null : (
              <b>{t('purifier.summary', { total: totalOf(data), blowing: data.activities.BLOWING })}</b>
            )}
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

const totalOf = ({ activities }: CurrentPurifiers): number =>
  ACTIVITIES.reduce((sum, activity) => sum + activities[activity], 0);

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
  const isNarrowed = search.search !== undefined || search.state !== undefined || search.by !== undefined;
  return (
    <>
      {error === null ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      {data === undefined ? null : <StateChips counts={data} search={search} change={change} />}
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
