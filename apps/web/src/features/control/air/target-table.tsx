import type { ControlTarget } from '@airdeck/contract/control/schema';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChangeSearch, PAGE_SIZES } from '../../../lib/url/search-fields.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import { TARGET_ORDER } from '../model/queries.ts';
import { type AirSearch, isNarrowed, withoutFilters } from '../model/search.ts';
import { ActivityCell, NameCell, StateCell } from './target-cells.tsx';
import { TargetTools } from './target-tools.tsx';

const PLACES = ['organization_name', 'office_name', 'department_name', 'meter_name'] as const;

interface TargetTableProps {
  rows: readonly ControlTarget[] | undefined;
  total: number;
  search: AirSearch;
  onChange: ChangeSearch<AirSearch>;
  /** One was pressed. */
  onOpen: (target: ControlTarget) => void;
  updating: boolean;
  selection: TableSelection<ControlTarget>;
}

/** The list of purifiers. Pressing one chooses it alone; ticking chooses several. */
export function TargetTable(props: TargetTableProps) {
  const { rows, total, search, onChange, onOpen, updating, selection } = props;
  const { t } = useTranslation();
  const columns = useTargetColumns();
  const place = (): string | undefined => {
    const [row] = rows ?? [];
    if (row === undefined) return undefined;
    if (search.meterId !== undefined) return row.meter_name;
    if (search.departmentId !== undefined) return `${row.office_name} · ${row.department_name}`;
    return search.officeId === undefined ? row.organization_name : row.office_name;
  };
  const isFiltered = isNarrowed(search);
  return (
    <DataTable
      name="control.air"
      label={t('menu.item.controlAir')}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      onRowOpen={onOpen}
      sort={search.sort ?? TARGET_ORDER}
      onSortChange={(sort) => onChange({ sort, page: undefined })}
      updating={updating}
      selection={selection}
      hiddenAtFirst={PLACES}
      tools={<TargetTools search={search} onChange={onChange} place={place()} />}
      empty={
        <EmptyState
          text={isFiltered ? t('control.list.noMatch') : t('control.list.empty')}
          action={
            isFiltered ? (
              <Button variant="outlined" onClick={() => onChange(withoutFilters(search))}>
                {t('alarm.filter.clear')}
              </Button>
            ) : undefined
          }
        />
      }
      paging={{
        page: search.page ?? 1,
        size: search.size ?? PAGE_SIZES[0],
        sizes: PAGE_SIZES,
        total,
        onChange: ({ page, size }) =>
          onChange({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
      }}
    />
  );
}

/** Columns of the list, which the server sorts by their ids. */
function useTargetColumns(): readonly TableColumn<ControlTarget>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('admin.field.air_name'),
        value: ({ name }) => name,
        cell: (target) => <NameCell target={target} />,
        primary: true,
        width: 165,
      },
      ...PLACES.map((name) => ({
        id: name,
        header: t(`admin.field.${name}`),
        value: (target: ControlTarget) => target[name],
      })),
      {
        id: 'work_mode',
        header: t('purifier.activity.label'),
        value: ({ work_mode }) => work_mode,
        cell: (target) => <ActivityCell target={target} />,
        width: 160,
      },
      {
        id: 'state',
        header: t('control.list.state'),
        value: () => null,
        cell: (target) => <StateCell target={target} />,
        sortable: false,
        width: 200,
      },
      {
        id: 'collected_time',
        header: t('control.list.reported'),
        value: ({ collected_time }) => collected_time,
        cell: ({ collected_time }) => (collected_time === null ? '–' : <RelativeTime time={collected_time} />),
        width: 110,
      },
    ],
    [t],
  );
}
