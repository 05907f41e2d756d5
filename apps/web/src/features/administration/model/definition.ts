import type { FieldCode } from '@airdeck/contract/error/field-code';
import type { importResult } from '@airdeck/contract/import-file';
import type { Route } from '@airdeck/contract/route';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { ko } from '@airdeck/phrases/ko';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { Control, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** The contract's `resource` behind a screen. An action without a route is not offered. */
export interface ResourceRoutes {
  list: AnyRoute;
  /** Without it rows have nothing more to show. */
  read?: AnyRoute;
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
  /** A secret that the answer contains once for each added row: key of the phrases' `admin.import.handedOut`. */
  handsOut?: keyof typeof ko.admin.import.handedOut;
}

/** A row as the server shows it. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: number | string; readonly version: number };

/** The label of a field or column, and of a choice's option: keys of the phrases' area `admin`. */
export type FieldKey = keyof typeof ko.admin.field;
export type HintKey = keyof typeof ko.admin.hint;
export type ChoiceKey = keyof typeof ko.admin.choice;

/** Rows of another resource, one of which a field names. */
export interface Reference {
  list: AnyRoute;
  /** Name of a row, and where it belongs. */
  label: (item: Item) => string;
  detail?: (item: Item) => string;
  /** Narrows what is offered: a part of the list's query. */
  query?: Readonly<Record<string, string>>;
  /** The name that stands in the edited row. */
  current: FieldKey;
  /** The default reference of a new row. */
  preset?: () => { id: number; label: string } | null;
}

interface FieldBase {
  name: FieldKey;
  required?: boolean;
  /** Only when something is added: it cannot be changed afterwards. */
  onlyWhenAdded?: boolean;
  /** Rows of which it is shown, but not changed. */
  fixed?: (item: Item) => boolean;
  /** Half as wide as the form. */
  half?: boolean;
  /** The hint below it, where the hint of the name would be wrong. */
  hint?: HintKey;
  /** The same, where it depends on what the form holds now. */
  hintFor?: (values: FieldValues) => HintKey;
  /** Whether a row has it at all. */
  when?: (item: Item | null) => boolean;
  /** Whether it matters for what the form holds now; one that does not is out of sight. */
  shown?: (values: FieldValues) => boolean;
  /** The row's field that counts while this one is empty: what lies above it says so. */
  inherited?: FieldKey;
}

/** Props of a custom field. */
export interface CustomFieldProps {
  control: Control<FieldValues>;
  name: FieldKey;
  label: string;
  disabled: boolean;
  /** null: a new row. */
  item: Item | null;
}

export type Field = FieldBase &
  // A 'longText' is one line that is shown wrapped; a 'multiline' has line breaks of its own.
  (
    | { kind: 'text' | 'longText' | 'multiline' | 'number' | 'date' | 'yesNo' | 'password' | 'email' | 'phone' }
    | { kind: 'choice'; choice: ChoiceKey; options: readonly string[] }
    | { kind: 'reference'; reference: Reference }
    | {
        kind: 'custom';
        Input: ComponentType<CustomFieldProps>;
        /** A value that is no text, as a conflict shows it. */
        inWords?: (t: TFunction, value: unknown) => string;
      }
  );

export type FieldKind = Field['kind'];

export interface Column {
  name: FieldKey;
  kind?: 'text' | 'number' | 'time' | 'yesNo' | 'choice';
  choice?: ChoiceKey;
  /** Whether it names the row. */
  primary?: boolean;
  /** Shown only on demand. */
  extra?: boolean;
  /** The row's field that is shown while this one is empty; what is not empty is marked as the row's own. */
  inherited?: FieldKey;
  /** Whether the row has an English text beside it, which an English screen shows: `description_en`. */
  local?: boolean;
  /** Whether it may be longer than a line, of which the table shows the beginning. */
  long?: boolean;
  /** Instead of the value in words. */
  Cell?: ComponentType<{ item: Item }>;
}

/** Shown at the end of a form, with its actions while the form is filled in. */
export interface PanelProps {
  form: UseFormReturn<FieldValues>;
  item: Item | null;
  disabled: boolean;
}

/** Days of the address; the ends may be open. */
export interface Days {
  from: string | undefined;
  to: string | undefined;
}

/** Narrows a list by one of a few values; `name` is the key of the list's query too. */
export interface Filter {
  name: FieldKey;
  choice: ChoiceKey;
  options: readonly string[];
}

/** Actions that the user may take on a screen. */
export interface Permissions {
  add: boolean;
  edit: boolean;
  remove: boolean;
}

interface ActionBase {
  key: string;
  label: (t: TFunction) => string;
}

export interface ActionDialogProps {
  item: Item;
  may: Permissions;
  onClose: () => void;
}

/** Something that is done with an open row, in a dialog of its own or on a page of its own. */
export type RowAction = ActionBase & { visible?: (item: Item, may: Permissions) => boolean } & (
    | { Dialog: ComponentType<ActionDialogProps> }
    | { to: (item: Item) => string }
  );

/** Something that is done with the chosen rows of a list. */
export interface BulkAction extends ActionBase {
  visible?: (may: Permissions) => boolean;
  /** `onDone` when the rows are no longer what they were: they are chosen no more. */
  Dialog: ComponentType<{ items: readonly Item[]; onClose: () => void; onDone: () => void }>;
}

/** A screen of administration is this, and nothing else. */
export interface Definition {
  title: keyof typeof ko.admin.one;
  entity: Entity;
  routes: ResourceRoutes;
  /** How rows of a file are added, where that can be done. */
  import?: ImportRoutes;
  columns: readonly Column[];
  /** Columns that the server can sort by. */
  sortable: readonly string[];
  filters?: readonly Filter[];
  /** Read-only facts of a row, shown above its form. */
  facts?: readonly Column[];
  fields: readonly Field[];
  /** Errors that the schema of the fields does not find, field → code; the server finds the same. */
  rule?: (values: FieldValues, item: Item | null) => Record<string, FieldCode>;
  Panel?: ComponentType<PanelProps>;
  /** Of the form, where it is wider than others. */
  width?: 'md';
  /** Why `facts` are read-only. */
  factsHint?: HintKey;
  actions?: readonly RowAction[];
  bulk?: readonly BulkAction[];
  /** Shown once, after a row was added. */
  Added?: ComponentType<{ item: Item; onClose: () => void }>;
  /** Values of a new row's form, besides the empty ones. */
  initial?: Readonly<Record<string, unknown>>;
  nameOf: (item: Item) => string;
  /** How the first rows come about, where that is not plain: a key of the phrases' area `admin.empty`. */
  empty?: keyof typeof ko.admin.empty;
  /** A note about the whole screen: a key of the phrases' area `admin.note`. */
  note?: keyof typeof ko.admin.note;
  /** What goes along when a row is deleted: fields of the row that count it. */
  taken?: readonly FieldKey[];
  /** What ends then, and stays in the history: fields of the row that count it. */
  ended?: readonly FieldKey[];
  /** Whether its name is typed before a row goes together with something. */
  typedRemoval?: boolean;
  /** Whether what was measured stays when a row is deleted. */
  keepsHistory?: boolean;
  /** Why the viewer may not change a row, a key of the phrases; nothing when the policy alone decides. */
  lockedBy?: (item: Item) => keyof typeof ko.admin.locked | undefined;
  /** Whether the viewer may delete a row that they may change; they may unless said. */
  removable?: (item: Item) => boolean;
  /** Whether a deleted row that stood alone can be made once more from what its form shows. */
  undoable?: boolean;
  /** How often the list is read again while it is looked at, where something in it changes by itself. */
  refreshMs?: number;
  /** Whether the list can be narrowed to days, by `startTime` and `endTime`. */
  hasDays?: boolean;
  /** Draws the list's days as a graph. */
  Graph?: ComponentType<{ days: Days }>;
  /** Shows a row of a read-only list, in place of a form. */
  Detail?: ComponentType<{ item: Item; onClose: () => void }>;
}
