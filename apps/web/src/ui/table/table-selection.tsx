import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { useTranslation } from 'react-i18next';
import styles from './table.module.css';

/** Rows that are chosen, by their id; those of other pages stay chosen. */
export interface TableSelection<Row> {
  chosen: ReadonlyMap<string, Row>;
  onChange: (chosen: ReadonlyMap<string, Row>) => void;
  /** Name of a row, for screen readers. */
  nameOf: (row: Row) => string;
  /** Actions on the selected rows. */
  actions: React.ReactNode;
  /** Whether the screen itself shows the number of selected rows and their actions. */
  hasOwnBar?: boolean;
}

/** A row as the table knows it. */
interface Known<Row> {
  id: string;
  original: Row;
}

interface SelectPageProps<Row> {
  selection: TableSelection<Row>;
  rows: readonly Known<Row>[];
}

/** Chooses all rows of the page, or none of them. */
export function SelectPage<Row>({ selection: { chosen, onChange }, rows }: SelectPageProps<Row>) {
  const { t } = useTranslation();
  const count = rows.filter(({ id }) => chosen.has(id)).length;
  const all = rows.length > 0 && count === rows.length;
  const toggle = () => {
    const next = new Map(chosen);
    for (const { id, original } of rows) {
      if (all) next.delete(id);
      else next.set(id, original);
    }
    onChange(next);
  };
  return (
    <Checkbox
      checked={all}
      indeterminate={count > 0 && !all}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': t('common.table.selectPage') } }}
    />
  );
}

/** Chooses a row, or no longer. */
export function toggleRow<Row>({ chosen, onChange }: TableSelection<Row>, { id, original }: Known<Row>): void {
  const next = new Map(chosen);
  if (!next.delete(id)) next.set(id, original);
  onChange(next);
}

interface SelectRowProps {
  /** The row's. */
  name: string;
  isChosen: boolean;
  onToggle: () => void;
}

export function SelectRow({ name, isChosen, onToggle }: SelectRowProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      checked={isChosen}
      onChange={onToggle}
      // A row opens when it is clicked; choosing it is another matter.
      onClick={(event) => event.stopPropagation()}
      slotProps={{ input: { 'aria-label': t('common.table.selectRow', { name }) } }}
    />
  );
}

/** The number of selected rows, their actions, and a button to clear the selection. */
export function SelectionBar<Row>({ selection }: { selection: TableSelection<Row> }) {
  const { t } = useTranslation();
  const { chosen, onChange, actions, hasOwnBar = false } = selection;
  if (chosen.size === 0 || hasOwnBar) return null;
  return (
    <div className={styles.selection}>
      <span role="status">{t('common.table.selected', { count: chosen.size })}</span>
      {actions}
      <Button onClick={() => onChange(new Map())}>{t('common.table.clearSelection')}</Button>
    </div>
  );
}
