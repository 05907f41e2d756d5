import type { BulkEditRoute } from '@airdeck/contract/bulk-edit';
import type { DeletedKind } from '@airdeck/contract/device/deleted';
import type { FieldCode } from '@airdeck/contract/error/field-code';
import type { importResult } from '@airdeck/contract/import-file';
import type { Route } from '@airdeck/contract/route';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { ko } from '@airdeck/phrases/ko';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Control, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Change } from '../../../ui/form/changes.ts';
import type { PlaceLevel } from './place-filter.ts';

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
/** A component. As a function, so that one for fewer fields fits where a row has more. */
type View<Props> = (props: Props) => ReactNode;

/** The contract's `resource` behind a screen. An action without a route is not offered. */
export interface ResourceRoutes {
  list: AnyRoute;
  /** Without a panel, rows have no further details. */
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
  /** The fields that identify a registered row. */
  key: readonly string[];
  template: Route<z.ZodType, z.ZodType, z.ZodType, z.ZodString>;
  send: Route<z.ZodType, z.ZodType, z.ZodType, typeof importResult>;
  /** A secret that the answer contains once for each added row: key of the phrases' `admin.import.handedOut`. */
  handsOut?: keyof typeof ko.admin.import.handedOut;
}

/** The label of a field or column, and of a choice's option: keys of the phrases' area `admin`. */
export type FieldKey = keyof typeof ko.admin.field;
export type HintKey = keyof typeof ko.admin.hint;
export type ChoiceKey = keyof typeof ko.admin.choice;

/**
 * A row of any screen, as the parts that all screens share see it. They read its fields by name (`fieldValue`); a screen's
 * own parts have the type of the contract.
 */
export interface AnyItem {
  readonly id: number | string;
  readonly version?: number;
}

/** The type of a row, from the contract. */
export type ItemOf<Routes extends ResourceRoutes> =
  z.output<Routes['list']['answer']> extends { content: readonly (infer Item extends AnyItem)[] } ? Item : AnyItem;

/** Fields of a row that have a label. */
type KeyOf<Item> = AnyItem extends Item ? FieldKey : keyof Item & FieldKey;

type BodyKey<Given> =
  Given extends Route<z.ZodType, z.ZodType, infer Body, z.ZodType> ? keyof z.input<Body> & FieldKey : never;

/** Fields of the form: those of the body of `add`, or fields of the row if nothing can be added. */
type EnteredKey<Routes extends ResourceRoutes> = Routes extends { add: infer Add }
  ? BodyKey<Add>
  : KeyOf<ItemOf<Routes>>;

/** Fields that narrow the list. */
type QueryKey<Routes extends ResourceRoutes> = ResourceRoutes extends Routes
  ? FieldKey
  : Routes['list'] extends Route<z.ZodType, infer Query, z.ZodType, z.ZodType>
    ? keyof z.input<Query> & FieldKey
    : never;

/** The answer to a new row; it may contain values that are shown only once. */
type AddedOf<Routes extends ResourceRoutes> =
  Routes['add'] extends Route<z.ZodType, z.ZodType, z.ZodType, infer Answer>
    ? z.output<Answer> extends infer Added extends AnyItem
      ? Added
      : AnyItem
    : AnyItem;

/** Rows of another resource, one of which a field names. */
export interface Reference<Item = AnyItem> {
  list: AnyRoute;
  /** Name of a row. */
  label: (item: Item) => string;
  /** Fields with the names of the places above it, from the outermost; of an offered row and of the edited one alike. */
  above: readonly FieldKey[];
  /** Its code, where people know it. */
  code?: (item: Item) => string;
  /** Restricts the offered rows: a part of the list's query. */
  query?: Readonly<Record<string, string>>;
  /** Whether an edited row stays within its organization, so that rows of others are not offered. */
  sameOrganization?: boolean;
  /** The reference's name in the edited row. */
  current: FieldKey;
  /** The default reference of a new row. */
  preset?: () => { id: number; label: string } | null;
}

interface FieldBase<Item, Name extends FieldKey> {
  name: Name;
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
  /** Whether the field applies to the form's present values; otherwise it is hidden. */
  shown?: (values: FieldValues) => boolean;
  /** The row's field with the inherited value that applies while this one is empty. */
  inherited?: KeyOf<Item>;
}

/** Props of a custom field. */
export interface CustomFieldProps<Item = AnyItem> {
  control: Control<FieldValues>;
  name: FieldKey;
  label: string;
  disabled: boolean;
  /** null: a new row. */
  item: Item | null;
}

export type Field<Item = AnyItem, Name extends FieldKey = FieldKey> = FieldBase<Item, Name> &
  // A 'longText' is one line that wraps on screen; a 'multiline' can contain line breaks.
  (
    | {
        kind:
          | 'text'
          | 'longText'
          | 'multiline'
          | 'number'
          | 'date'
          | 'yesNo'
          | 'password'
          | 'email'
          | 'phone'
          | 'timeZone';
      }
    /** `clearable`: it may have no value. */
    | { kind: 'choice'; choice: ChoiceKey; options: readonly string[]; clearable?: boolean }
    | { kind: 'reference'; reference: Reference }
    | {
        kind: 'custom';
        Input: View<CustomFieldProps<Item>>;
        /** A value that is no text, as a conflict shows it. */
        inWords?: (t: TFunction, value: unknown) => string;
      }
  );

export type FieldKind = Field['kind'];

interface ColumnBase<Item> {
  kind?: 'text' | 'number' | 'time' | 'day' | 'yesNo' | 'choice';
  choice?: ChoiceKey;
  /** Whether it names the row. */
  primary?: boolean;
  /** Shown only on demand. */
  extra?: boolean;
  /** The row's field that is shown while this one is empty; a non-empty one is marked as the row's own. */
  inherited?: KeyOf<Item>;
  /** Whether the row has an English text beside it, which an English screen shows: `description_en`. */
  local?: boolean;
  /** Whether it may be longer than a line, of which the table shows the beginning. */
  long?: boolean;
}

/** A field of the row, or a name for a cell that combines several fields. */
export type Column<Item = AnyItem> = ColumnBase<Item> &
  (
    | {
        name: KeyOf<Item>;
        /** Instead of the value in words. */
        Cell?: View<{ item: Item }>;
      }
    | { name: FieldKey; Cell: View<{ item: Item }> }
  );

/** Shown at the end of a form, with its actions while the form is filled in. */
export interface PanelProps<Item = AnyItem> {
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
export interface Filter<Name extends FieldKey = FieldKey> {
  name: Name;
  choice: ChoiceKey;
  options: readonly string[];
}

/** Actions that the user may take on a screen. */
export interface Permissions {
  add: boolean;
  edit: boolean;
  remove: boolean;
}

export interface QuestionProps<Item = AnyItem> {
  item: Item;
  values: FieldValues;
  changes: readonly Change[];
  onConfirm: () => void;
  onClose: () => void;
}

interface ActionBase {
  key: string;
  label: (t: TFunction) => string;
}

export interface ActionDialogProps<Item = AnyItem> {
  item: Item;
  may: Permissions;
  onClose: () => void;
}

/** An action on an open row, in a dialog or on another page. */
export type RowAction<Item = AnyItem> = ActionBase & { visible?: (item: Item, may: Permissions) => boolean } & (
    | { Dialog: View<ActionDialogProps<Item>> }
    | { to: (item: Item) => string }
  );

/** Something that is done with the chosen rows of a list. */
export interface BulkAction<Item = AnyItem> extends ActionBase {
  visible?: (may: Permissions) => boolean;
  /** `onDone`: the rows have changed; clears the selection. */
  Dialog: View<{ items: readonly Item[]; onClose: () => void; onDone: () => void }>;
}

/**
 * A screen of administration is this, and nothing else. With the routes of its contract, `Definition<typeof offices>`, a
 * column, field or filter that they do not have does not compile. Without them it is any screen (`anyDefinition`).
 */
export interface Definition<Routes extends ResourceRoutes = ResourceRoutes> {
  title: keyof typeof ko.admin.one;
  entity: Entity;
  routes: Routes;
  /** How rows of a file are added, where that can be done. */
  import?: ImportRoutes;
  columns: readonly Column<ItemOf<Routes>>[];
  /** Columns that the server can sort by. */
  sortable: readonly string[];
  filters?: readonly Filter<QueryKey<Routes>>[];
  /** The deepest place by which the list can be narrowed, by ids of places in its query. */
  places?: PlaceLevel;
  /** Read-only facts of a row, shown above its form. */
  facts?: readonly Column<ItemOf<Routes>>[];
  fields: readonly Field<ItemOf<Routes>, EnteredKey<Routes>>[];
  /** Errors that the schema of the fields does not find, field → code; the server finds the same. */
  rule?: (values: FieldValues, item: ItemOf<Routes> | null) => Record<string, FieldCode>;
  Panel?: View<PanelProps<ItemOf<Routes>>>;
  /** The same at the beginning of the form, above its fields. */
  Lead?: View<PanelProps<ItemOf<Routes>>>;
  /** Width of the form, if wider than others. */
  width?: 'md';
  /** Why `facts` are read-only. */
  factsHint?: HintKey;
  actions?: readonly RowAction<ItemOf<Routes>>[];
  /** Edits with consequences, which are asked about in a dialog of their own. */
  question?: {
    when: (item: ItemOf<Routes>, values: FieldValues) => boolean;
    Dialog: View<QuestionProps<ItemOf<Routes>>>;
  };
  bulk?: readonly BulkAction<ItemOf<Routes>>[];
  /** The route that changes fields of the chosen rows, where that can be done. */
  bulkEdit?: BulkEditRoute;
  /** Shown once, after a row was added. */
  Added?: View<{ item: AddedOf<Routes>; onClose: () => void }>;
  /** Initial values of a new row's form, besides empty ones. */
  initial?: Readonly<Partial<Record<EnteredKey<Routes>, unknown>>>;
  nameOf: (item: ItemOf<Routes>) => string;
  /** Explains how the first rows are created, if that is not obvious: a key of the phrases' area `admin.empty`. */
  empty?: keyof typeof ko.admin.empty;
  /** A note about the whole screen: a key of the phrases' area `admin.note`. */
  note?: keyof typeof ko.admin.note;
  /** Fields that count the rows that are deleted together with a row. */
  taken?: readonly KeyOf<ItemOf<Routes>>[];
  /** Fields that count the rows that end with it, and stay in the history. */
  ended?: readonly KeyOf<ItemOf<Routes>>[];
  /** Whether its name is typed before a row goes together with something. */
  typedRemoval?: boolean;
  /** Deleted rows can be restored for 30 days. */
  deleted?: DeletedKind;
  /** Whether measured data stay when a row is deleted. */
  keepsHistory?: boolean;
  /** Why the viewer may not change a row, a key of the phrases; nothing when the policy alone decides. */
  lockedBy?: (item: ItemOf<Routes>) => keyof typeof ko.admin.locked | undefined;
  /** Whether the viewer may delete a row that they may change; they may unless said. */
  removable?: (item: ItemOf<Routes>) => boolean;
  /** Whether a deleted row that stood alone can be made once more from what its form shows. */
  undoable?: boolean;
  /** Interval of refreshing the visible list, for rows that change without the user. */
  refreshMs?: number;
  /** Whether the list can be narrowed to days, by `startTime` and `endTime`. */
  hasDays?: boolean;
  /** What can be searched for, where it is more than names and codes. */
  searchHint?: HintKey;
  /** Draws the list's days as a graph. */
  Graph?: View<{ days: Days }>;
  /** Shows a row of a read-only list, in place of a form. */
  Detail?: View<{ item: ItemOf<Routes>; onClose: () => void }>;
}

/** The value of a field of any row, by its name. */
export const fieldValue = (item: object, name: string): unknown => Reflect.get(item, name);

/**
 * A screen of one contract as any screen, and a reference likewise: the only places where the type of their rows ends.
 * That is sound because both meet no other rows than those that their own routes have answered.
 */
export function anyDefinition<Routes extends ResourceRoutes>(definition: Definition<Routes>): Definition;
export function anyDefinition(definition: Definition): Definition {
  return definition;
}
export function anyReference<Item>(reference: Reference<Item>): Reference;
export function anyReference(reference: Reference): Reference {
  return reference;
}
