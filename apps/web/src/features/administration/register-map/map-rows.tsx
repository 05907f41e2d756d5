import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { MapContextValue, shownError, useMapContext } from './map-context.ts';
import { countBelow, listAt, moved } from './map-value.ts';
import styles from './register-map.module.css';

interface MapRowsProps {
  /** A list of the map. */
  path: string;
  title: string;
  empty: string;
  addLabel: string;
  max: number;
  /** A new row, by those that are there. */
  create: (rows: readonly unknown[]) => object;
  nameOf: (row: unknown) => string;
  summaryOf: (row: unknown) => string;
  /** The fields of an open row. */
  children: (path: string) => ReactNode;
}

/** Rows of a list, one of them open; they are added, moved and removed by buttons. */
export function MapRows({ path, title, empty, addLabel, max, create, nameOf, summaryOf, children }: MapRowsProps) {
  const { t } = useTranslation();
  const context = useMapContext();
  const { map, set, errors, showsAll, isSent, disabled } = context;
  const rows = listAt(map, path);
  const { keys, change } = useRowKeys(rows.length);
  const [open, setOpen] = useState<number | null>(null);
  /** Rows that were added here. */
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const focusLater = useFocusLater();
  const id = useId();
  const idOf = (key: number | undefined, part: string) => `${id}-${key ?? 'none'}-${part}`;
  const wrong = rows.findIndex((_, i) => countBelow(errors, `${path}.${i}`) > 0);
  const wrongKey = keys[wrong];
  /** The row that a person is asked to correct. */
  const asked = wrongKey !== undefined && (isSent || (showsAll && !added.has(wrongKey))) ? wrongKey : null;
  useEffect(() => {
    if (asked !== null) setOpen((now) => now ?? asked);
  }, [asked]);

  const apply = (next: readonly unknown[], nextKeys: number[]) => {
    change(nextKeys);
    set(path, next);
  };
  const add = () => {
    const key = Math.max(-1, ...keys) + 1;
    apply([...rows, create(rows)], [...keys, key]);
    setOpen(key);
    setAdded(new Set([...added, key]));
    focusLater(idOf(key, 'open'));
  };
  const move = (from: number, to: number) => {
    apply(moved(rows, from, to), moved(keys, from, to));
    const isAtEnd = to === 0 || to === rows.length - 1;
    focusLater(idOf(keys[from], to < from !== isAtEnd ? 'up' : 'down'));
  };
  const remove = (at: number) => {
    const others = keys.filter((_, i) => i !== at);
    apply(
      rows.filter((_, i) => i !== at),
      others,
    );
    focusLater(others.length === 0 ? `${id}-add` : idOf(others[Math.min(at, others.length - 1)], 'open'));
  };
  const listError = shownError(context, path, false);
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`}>
        {title} {rows.length === 0 ? null : <span className={styles.count}>{rows.length}</span>}
      </h4>
      {rows.length === 0 ? <p className={styles.muted}>{empty}</p> : null}
      {listError === undefined ? null : <p className={styles.error}>{t(`field.${listError}`)}</p>}
      <ul className={styles.rows}>
        {[...rows.entries()].map(([i, row]) => {
          const key = keys[i];
          const rowPath = `${path}.${i}`;
          const faults = countBelow(errors, rowPath);
          const isOpen = open === key;
          const showsAllOfRow = isSent || (showsAll && !(key !== undefined && added.has(key)));
          const name = nameOf(row);
          return (
            <li key={key} className={styles.item} data-open={isOpen || undefined}>
              <div className={styles.head}>
                <button
                  type="button"
                  id={idOf(key, 'open')}
                  className={styles.opener}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : (key ?? null))}
                >
                  <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={16} />
                  <span>
                    <b>{name}</b>
                    <small>{summaryOf(row)}</small>
                    {faults === 0 || (isOpen && !showsAllOfRow) ? null : (
                      <small className={styles.error}>{t('connect.map.faults', { count: faults })}</small>
                    )}
                  </span>
                </button>
                {disabled ? null : (
                  <span className={styles.tools}>
                    <IconButton
                      id={idOf(key, 'up')}
                      size="small"
                      disabled={i === 0}
                      aria-label={t('connect.map.up', { name })}
                      onClick={() => move(i, i - 1)}
                    >
                      <Icon name="arrowUp" size={16} />
                    </IconButton>
                    <IconButton
                      id={idOf(key, 'down')}
                      size="small"
                      disabled={i === rows.length - 1}
                      aria-label={t('connect.map.down', { name })}
                      onClick={() => move(i, i + 1)}
                    >
                      <Icon name="arrowDown" size={16} />
                    </IconButton>
                    <IconButton size="small" aria-label={t('connect.map.remove', { name })} onClick={() => remove(i)}>
                      <Icon name="trash" size={16} />
                    </IconButton>
                  </span>
                )}
              </div>
              {isOpen ? (
                <MapContextValue.Provider value={{ ...context, showsAll: showsAllOfRow }}>
                  <div className={styles.fields}>
                    {children(rowPath)}
                    <UnknownFields path={rowPath} />
                  </div>
                </MapContextValue.Provider>
              ) : null}
            </li>
          );
        })}
      </ul>
      {disabled ? null : (
        <Button
          id={`${id}-add`}
          size="small"
          className={styles.add ?? ''}
          disabled={rows.length >= max}
          startIcon={<Icon name="plus" size={16} />}
          onClick={add}
        >
          {addLabel}
        </Button>
      )}
    </section>
  );
}

/** Keys that only the JSON has: a name with a mistake, mostly. */
export function UnknownFields({ path }: { path: string }) {
  const { t } = useTranslation();
  const { errors } = useMapContext();
  const prefix = path === '' ? '' : `${path}.`;
  const names = [...errors].flatMap(([at, code]) =>
    code === 'UNKNOWN_FIELD' && at.startsWith(prefix) && !at.slice(prefix.length).includes('.')
      ? [at.slice(prefix.length)]
      : [],
  );
  if (names.length === 0) return null;
  return <p className={styles.error}>{t('connect.map.unknown', { names: names.join(', ') })}</p>;
}

/** A key for each row, which moves with it. Rows that the JSON adds or removes get or lose keys at the end. */
const useRowKeys = (length: number) => {
  const [kept, setKept] = useState<readonly number[]>([]);
  const first = Math.max(-1, ...kept) + 1;
  const missing = Math.max(0, length - kept.length);
  const keys = [...kept.slice(0, length), ...Array.from({ length: missing }, (_, i) => first + i)];
  return { keys, change: setKept };
};

/** Focuses an element after the next drawing. */
const useFocusLater = () => {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    document.getElementById(id)?.focus();
    setId(null);
  }, [id]);
  return setId;
};
