import type { z } from 'zod';
import { fieldKind } from '../resource/field-kind.ts';
import type { Column } from './column.ts';
import { choiceWords, fieldLabel, type Texts } from './texts.ts';

type Item = Readonly<Record<string, unknown>>;

const MAX_DIGITS = 4;

const decimals = (value: unknown): number => Math.min(MAX_DIGITS, String(value).split('.')[1]?.length ?? 0);

/** Wider than its heading; a Hangul character takes two places. */
const widthOf = (header: string, least: number): number => Math.max(least, header.length * 2 + 2);

const columnOf = (name: string, schema: z.core.$ZodType, texts: Texts, zone: string): Column<Item>[] => {
  const header = fieldLabel(texts, name);
  if (header === undefined) return [];
  const textOf = (row: Item) => (typeof row[name] === 'string' ? row[name] : null);
  switch (fieldKind(schema).kind) {
    case 'number': {
      const of = (row: Item) => (typeof row[name] === 'number' ? row[name] : null);
      return [{ kind: 'number', header, width: widthOf(header, 10), of, digits: (row) => decimals(row[name]) }];
    }
    case 'time':
      return [{ kind: 'time', header: `${header} (${zone})`, width: 30, of: textOf, zone: () => zone, form: 'minute' }];
    case 'text':
    case 'date':
      return [{ kind: 'text', header, width: widthOf(header, 18), of: textOf }];
    case 'choice': {
      const words = choiceWords(texts, name);
      const of = (row: Item) => {
        const value = textOf(row);
        return value === null ? null : (words[value] ?? value);
      };
      return [{ kind: 'text', header, width: widthOf(header, 12), of }];
    }
    default:
      return [];
  }
};

/** Ids are internal; people know rows by names. */
const isKey = (name: string): boolean => name === 'id' || name === 'version' || name.endsWith('_id');

/**
 * The columns of a resource's file: the fields of a row that have a label, in the order of the contract, each typed by
 * its schema. Times are in `zone`.
 */
export const resourceColumns = (item: z.ZodType, texts: Texts, zone: string): Column<Item>[] => {
  const { def } = (item as unknown as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') throw new Error('A resource has rows with fields');
  return Object.entries(def.shape)
    .filter(([name]) => !isKey(name))
    .flatMap(([name, schema]) => columnOf(name, schema, texts, zone));
};
