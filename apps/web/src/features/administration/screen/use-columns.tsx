import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { Tag } from '../../../ui/tag.tsx';
import { type AnyItem, type Column, type Definition, fieldValue } from '../model/definition.ts';
import { localText, type Texts, useTexts } from '../model/use-texts.ts';
import styles from './screen.module.css';

/** The value in words: the row's own, else the one that it inherits. */
function CellText({ column, item }: { column: Column; item: AnyItem }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const own = texts.value(
    column,
    column.local ? localText(item, column.name, texts.language) : fieldValue(item, column.name),
  );
  if (column.inherited === undefined && (WHOLE.includes(column.kind) || isShort(column, own))) {
    return <span className={styles.whole}>{own || '–'}</span>;
  }
  if (column.long) return <span className={styles.long}>{own || '–'}</span>;
  if (column.inherited === undefined) return own || '–';
  if (own === '') return texts.value(column, localText(item, column.inherited, texts.language)) || '–';
  return (
    <>
      {own} <Tag>{t('admin.inherited.own')}</Tag>
    </>
  );
}

/** Kinds with a few words at most, which stay on one line. */
const WHOLE: readonly Column['kind'][] = ['time', 'day', 'yesNo', 'number'];
/** A longer code may be broken. */
const MAX_SHORT = 16;
const isShort = ({ name, choice }: Column, text: string): boolean =>
  choice === 'use' || ((name === 'code' || choice === 'entity') && text.length <= MAX_SHORT);

const columnOf = (column: Column, { sortable }: Definition, texts: Texts): TableColumn<AnyItem> => {
  const { name, kind = 'text', primary, Cell } = column;
  return {
    id: name,
    header: texts.field(name),
    value: (row) => {
      const value = fieldValue(row, name);
      return typeof value === 'number' || typeof value === 'string' ? value : null;
    },
    cell: (row) => (Cell === undefined ? <CellText column={column} item={row} /> : <Cell item={row} />),
    sortable: sortable.includes(name),
    ...(kind === 'number' && { align: 'end' as const }),
    ...(primary && { primary }),
  };
};

/** The definition's columns for the table, in the language of the screen. */
export function useColumns(definition: Definition): readonly TableColumn<AnyItem>[] {
  const texts = useTexts();
  return useMemo(() => definition.columns.map((column) => columnOf(column, definition, texts)), [definition, texts]);
}
