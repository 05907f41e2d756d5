import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { SortTexts, TableColumn } from './table-column.ts';

interface TableSortSelectProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: SortTexts;
  onChange: (sort: string[]) => void;
  /** Whether the rows are always sorted by some column. */
  ordered: boolean;
}

/** The order of cards, which have no headers to press. */
export function TableSortSelect<Row>({ columns, sort, onChange, ordered }: TableSortSelectProps<Row>) {
  const { t } = useTranslation();
  const options = columns
    .filter(({ sortable }) => sortable !== false)
    .flatMap(({ id, header }) => [
      { value: `${id},ASC`, label: `${header} ↑` },
      { value: `${id},DESC`, label: `${header} ↓` },
    ]);
  const value = sort[0] ?? '';
  return (
    <TextField
      select
      size="small"
      label={t('common.table.cardSort')}
      value={value}
      onChange={(event) => onChange(event.target.value === '' ? [] : [event.target.value])}
      sx={{ minWidth: 150 }}
    >
      {ordered ? null : <MenuItem value="">–</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
