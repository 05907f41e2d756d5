import type { importResult } from '@airdeck/contract/import-file';
import type { Route } from '@airdeck/contract/route';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { ko } from '@airdeck/phrases/ko';
import type { z } from 'zod';

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** The contract's `resource` behind a screen. A route that is left out is something that nobody can do there. */
export interface ResourceRoutes {
  list: AnyRoute;
  read: AnyRoute;
  /** The list as a file. */
  export?: AnyRoute;
  add?: AnyRoute;
  edit?: AnyRoute;
  remove?: AnyRoute;
}

/** The contract's `importRoutes` of a resource. */
export interface ImportRoutes {
  /** Its fields are the columns of a file. */
  row: z.ZodObject;
  template: Route<z.ZodType, z.ZodType, z.ZodType, z.ZodString>;
  send: Route<z.ZodType, z.ZodType, z.ZodType, typeof importResult>;
}

/** A row as the server shows it. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

/** The label of a field or column, and of a choice's option: keys of the phrases' area `admin`. */
export type FieldKey = keyof typeof ko.admin.field;
export type ChoiceKey = keyof typeof ko.admin.choice;

/** Rows of another resource, one of which a field names. */
export interface Reference {
  list: AnyRoute;
  /** Name of a row, and where it belongs. */
  label: (item: Item) => string;
  detail?: (item: Item) => string;
  /** The name that stands in the edited row. */
  current: FieldKey;
}

interface FieldBase {
  name: FieldKey;
  required?: boolean;
  /** Only when something is added: it cannot be changed afterwards. */
  onlyWhenAdded?: boolean;
  /** Half as wide as the form. */
  half?: boolean;
}

export type Field = FieldBase &
  (
    | { kind: 'text' | 'multiline' | 'number' | 'date' | 'yesNo' | 'password' | 'email' | 'phone' }
    | { kind: 'choice'; choice: ChoiceKey; options: readonly string[] }
    | { kind: 'reference'; reference: Reference }
  );

export type FieldKind = Field['kind'];

export interface Column {
  name: FieldKey;
  kind?: 'text' | 'number' | 'time' | 'yesNo' | 'choice';
  choice?: ChoiceKey;
  /** Whether it names the row. */
  primary?: boolean;
  /** Shown only when somebody asks for it. */
  extra?: boolean;
  /** Whether it may be longer than a line, of which the table shows the beginning. */
  long?: boolean;
}

/** Narrows a list by one of a few values; `name` is the key of the list's query too. */
export interface Filter {
  name: FieldKey;
  choice: ChoiceKey;
  options: readonly string[];
}

/** A screen of administration is this, and nothing else. */
export interface Definition {
  title: keyof typeof ko.menu.item;
  entity: Entity;
  routes: ResourceRoutes;
  /** How rows of a file are added, where that can be done. */
  import?: ImportRoutes;
  columns: readonly Column[];
  /** What the server can order by. */
  sortable: readonly string[];
  filters?: readonly Filter[];
  fields: readonly Field[];
  /** Values of a new row's form, besides the empty ones. */
  initial?: Readonly<Record<string, unknown>>;
  nameOf: (item: Item) => string;
  /** What a person should know of the whole screen: a key of the phrases' area `admin.note`. */
  note?: keyof typeof ko.admin.note;
  /** What goes along when a row is deleted: fields of the row that count it. */
  taken?: readonly FieldKey[];
  /** Whether what was measured stays when a row is deleted. */
  keepsHistory?: boolean;
  /** Whether a deleted row that stood alone can be made once more from what its form shows. */
  undoable?: boolean;
}
