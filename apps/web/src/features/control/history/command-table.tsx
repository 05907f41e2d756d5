import type { CommandRecord } from '@airdeck/contract/control/schema';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { type ChangeSearch, PAGE_SIZES } from '../../../lib/url/search-fields.ts';
import { PanelSplit, useRoomBeside } from '../../../ui/panel/side-panel.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { hasWrongDays } from '../model/queries.ts';
import { type CommandSearch, isNarrowedHistory, withoutFilters } from '../model/search.ts';
import { actionText } from '../model/texts.ts';
import { StateChip } from '../shared/marks.tsx';
import { CommandDetail } from './command-detail.tsx';
import { CommandTools } from './command-tools.tsx';
import styles from './history.module.css';

const ORDER = ['executed_time,DESC'];
const PLACES = ['organization_name', 'office_name', 'department_name', 'meter_name'] as const;
/** Beside an open command there is room for these. */
const BESIDE_DETAIL: readonly string[] = ['executed_time', 'air_name', 'command', 'action', 'state'];

const NO_ROWS: readonly CommandRecord[] = [];

interface CommandTableProps {
  query: UseQueryResult<{ content: CommandRecord[]; totalElements: number }, ApiFailure>;
  search: CommandSearch;
  onChange: ChangeSearch<CommandSearch>;
}

/** The list of commands with its filters, and beside it the command of the address. */
export function CommandTable({ query, search, onChange }: CommandTableProps) {
  const { t } = useTranslation();
  const beside = useRoomBeside() && search.open !== undefined;
  const columns = useCommandColumns(beside);
  const seesAll = useStore(sessionStore)?.user.authority.startsWith('SUPER_') ?? false;
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const isFiltered = isNarrowedHistory(search);
  // The tools stay: with other conditions there may be an answer.
  const failed = error !== null && data === undefined;
  const isWrong = hasWrongDays(search);
  return (
    <>
      {error === null || failed ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      <PanelSplit open={search.open !== undefined}>
        <DataTable
          name="control.history"
          label={t('menu.item.controlHistory')}
          rows={failed || isWrong ? NO_ROWS : data?.content}
          columns={columns}
          rowId={({ id }) => id}
          onRowOpen={({ id }) => onChange({ open: id }, { visit: search.open === undefined })}
          sort={search.sort ?? ORDER}
          onSortChange={(sort) => onChange({ sort, page: undefined })}
          updating={isPlaceholderData}
          hiddenAtFirst={[...(seesAll ? [] : ['organization_name']), 'office_name', 'origin', 'ended_time']}
          tools={<CommandTools search={search} onChange={onChange} purifier={data?.content[0]?.air_name} />}
          empty={
            failed ? (
              <ErrorPanel error={error} onRetry={() => void refetch()} />
            ) : isWrong ? (
              <EmptyState text={t('common.wrongDays')} />
            ) : (
              <EmptyState
                text={isFiltered ? t('control.state.noMatch') : t('control.state.empty')}
                action={
                  isFiltered ? (
                    <Button variant="outlined" onClick={() => onChange(withoutFilters(search))}>
                      {t('alarm.filter.clear')}
                    </Button>
                  ) : undefined
                }
              />
            )
          }
          paging={{
            page: search.page ?? 1,
            size: search.size ?? PAGE_SIZES[0],
            sizes: PAGE_SIZES,
            total: failed ? null : (data?.totalElements ?? 0),
            onChange: ({ page, size }) =>
              onChange({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
          }}
        />
        {search.open === undefined ? null : (
          <CommandDetail
            key={search.open}
            id={search.open}
            known={data?.content.find(({ id }) => id === search.open)}
            onBatch={(batchId) => onChange({ batchId, page: undefined })}
            onClose={() => onChange({ open: undefined })}
          />
        )}
      </PanelSplit>
    </>
  );
}

/** Columns of the list, which the server sorts by their ids. */
function useCommandColumns(narrow: boolean): readonly TableColumn<CommandRecord>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const time = (name: 'executed_time' | 'ended_time', sortable: boolean): TableColumn<CommandRecord> => ({
      id: name,
      header: t(`admin.field.${name}`),
      value: (row) => row[name],
      cell: ({ [name]: instant }) =>
        instant === null ? (
          '–'
        ) : (
          <span className={`num ${styles.time}`}>{formatDate(instant, 'dateTime', { language })}</span>
        ),
      sortable,
      width: 160,
    });
    const columns: TableColumn<CommandRecord>[] = [
      time('executed_time', true),
      ...PLACES.map((name) => ({
        id: name,
        header: t(`admin.field.${name}`),
        value: (row: CommandRecord) => row[name],
      })),
      { id: 'air_name', header: t('admin.field.air_name'), value: ({ air_name }) => air_name, primary: true },
      {
        id: 'user_login',
        header: t('admin.field.user_login'),
        value: ({ user_login }) => user_login,
        cell: ({ user_login, origin }) => user_login ?? t(`admin.choice.origin.${origin}`),
      },
      {
        id: 'origin',
        header: t('admin.field.origin'),
        value: ({ origin }) => t(`admin.choice.origin.${origin}`),
        sortable: false,
      },
      {
        id: 'command',
        header: t('admin.field.command'),
        value: ({ command }) => t(`admin.choice.command.${command}`),
      },
      {
        id: 'action',
        header: t('control.state.action'),
        value: ({ command, action }) => actionText(command, action, t),
        cell: ({ command, action }) => <b>{actionText(command, action, t)}</b>,
        sortable: false,
      },
      {
        id: 'description',
        header: t('admin.field.description'),
        value: ({ description }) => description,
        cell: ({ description }) => <span className={styles.description}>{description ?? '–'}</span>,
        sortable: false,
      },
      {
        id: 'state',
        header: t('control.state.field'),
        value: ({ state }) => state,
        cell: ({ state }) => <StateChip state={state} />,
        width: 110,
      },
      time('ended_time', false),
    ];
    return narrow ? columns.filter(({ id }) => BESIDE_DETAIL.includes(id)) : columns;
  }, [t, language, narrow]);
}
