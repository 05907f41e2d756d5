import { useMemo } from 'react';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { Column, Definition, Item } from '../model/definition.ts';
import { type Texts, useTexts } from '../model/use-texts.ts';
import styles from './screen.module.css';

const columnOf = (column: Column, { sortable }: Definition, texts: Texts): TableColumn<Item> => {
  const { name, kind = 'text', primary, long = false } = column;
  return {
    id: name,
    header: texts.field(name),
    value: (row) => {
      const value = row[name];
      return typeof value === 'number' || typeof value === 'string' ? value : null;
    },
    cell: (row) => {
      const text = texts.value(column, row[name]) || '–';
      return long ? <span className={styles.long}>{text}</span> : text;
    },
    sortable: sortable.includes(name),
    ...(kind === 'number' && { align: 'end' as const }),
    ...(primary && { primary }),
  };
};

/** The definition's columns as the table wants them, in the language of the screen. */
export function useColumns(definition: Definition): readonly TableColumn<Item>[] {
  const texts = useTexts();
  return useMemo(() => definition.columns.map((column) => columnOf(column, definition, texts)), [definition, texts]);
}
