import { field, textOf } from './body.ts';
import type { Body, Json } from './types.ts';

/** The forms of Jinja2 templates that bridges write. A full engine is out of the question. */
export interface Template {
  /** `value`: the whole text. `json`: the property at `path`. */
  readonly from: 'value' | 'json';
  readonly path: readonly string[];
  /** Replaces the value: `{'off': 0, 'low': 1}[…]`. */
  readonly dictionary?: ReadonlyMap<string, string>;
  /** Other values are none: `… if … in ['auto'] else 'None'`. */
  readonly only?: readonly string[];
}

const MAX_LENGTH = 2_000;
const STEP = String.raw`(?:\.[A-Za-z_]\w*|\[\s*(?:'[^'\]]*'|"[^"\]]*"|\d+)\s*\])`;
const SOURCE = new RegExp(`^(value|value_json((?:${STEP})+))$`);
/** `float` and `round` leave a number what it is; a default stands for a missing value, which is none. */
const FILTER = /\s*\|\s*(default|d|float|round)\s*(\((?:'[^']*'|"[^"]*"|[^()'"])*\))?\s*$/;
const DICTIONARY = /^\{([^{}]*)\}\s*\[\s*(.+?)\s*\]$/;
const ENTRY = /\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?))\s*:\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?))\s*(?:,|$)/y;
const ANY_SOURCE = `(value(?:_json(?:${STEP})+)?)`;
const NONE = `(?:'None'|"None"|None|none|''|"")`;
const ONLY = new RegExp(String.raw`^${ANY_SOURCE}\s+if\s+${ANY_SOURCE}\s+in\s+\[([^\]]*)\]\s+else\s+${NONE}$`);

const sourceOf = (text: string): Template | null => {
  const [, source, steps] = SOURCE.exec(text) ?? [];
  if (source === undefined) return null;
  if (steps === undefined) return { from: 'value', path: [] };
  const path = (steps.match(new RegExp(STEP, 'g')) ?? []).map((step) =>
    step.replace(/^[.[\s]+['"]?|['"]?[\s\]]*$/g, ''),
  );
  return { from: 'json', path };
};

const dictionaryOf = (text: string): ReadonlyMap<string, string> | null => {
  const entries = new Map<string, string>();
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const entry = ENTRY.exec(text);
    if (entry === null) return null;
    entries.set(entry[1] ?? entry[2] ?? entry[3] ?? '', entry[4] ?? entry[5] ?? entry[6] ?? '');
  }
  return entries;
};

/** The template's meaning; null: it has another form. No template takes the whole text. */
export const parseTemplate = (text: string | null): Template | null => {
  if (text === null || text.trim() === '') return { from: 'value', path: [] };
  const inner = text.length > MAX_LENGTH ? undefined : /^\s*\{\{-?\s*(.*?)\s*-?\}\}\s*$/s.exec(text)?.[1];
  if (inner === undefined || inner.includes('}}')) return null;
  let expression = inner;
  for (let before = ''; before !== expression; ) {
    before = expression;
    expression = expression.replace(FILTER, '');
  }
  const simple = sourceOf(expression);
  if (simple !== null) return simple;
  const [, entries, key] = DICTIONARY.exec(expression) ?? [];
  const dictionary = entries === undefined ? null : dictionaryOf(entries);
  const keySource = sourceOf(key ?? '');
  if (dictionary !== null && keySource !== null) return { ...keySource, dictionary };
  const [, value, tested, list] = ONLY.exec(expression) ?? [];
  const source = sourceOf(value ?? '');
  if (source === null || value !== tested || list === undefined) return null;
  return { ...source, only: [...list.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, a, b]) => a ?? b ?? '') };
};

const step = (json: Json | undefined, key: string): Json | undefined =>
  Array.isArray(json) ? json[Number(key)] : field(json, key);

/** The value in a message; null: it has none. */
export const applyTemplate = ({ from, path, dictionary, only }: Template, body: Body): Json => {
  const found = from === 'value' ? (textOf(body.bytes)?.trim() ?? null) : (path.reduce(step, body.json) ?? null);
  if (found === null || typeof found === 'object') return null;
  if (only !== undefined) return only.includes(String(found)) ? found : null;
  return dictionary === undefined ? found : (dictionary.get(String(found)) ?? null);
};

/** The payload of a command: the value itself, a dictionary's entry, or a text with `{{ value }}` in it; null otherwise. */
export const renderCommand = (template: string | null, value: string): string | null => {
  if (template === null) return value;
  const parsed = parseTemplate(template);
  if (parsed !== null) {
    if (parsed.from !== 'value' || parsed.only !== undefined) return null;
    return parsed.dictionary === undefined ? value : (parsed.dictionary.get(value) ?? null);
  }
  const rest = template.replace(/\{\{\s*value\s*(\|\s*int\s*)?\}\}/g, value);
  return template.length > MAX_LENGTH || rest === template || /\{\{|\{%/.test(rest) ? null : rest;
};
