import type { DoorParts } from '@airdeck/contract/door/schema';
import { MAX_REGISTER_MAP } from '@airdeck/contract/door/schema';
import { MAX_READS, MAX_WRITES } from '@airdeck/drivers/check-register-map';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { MapContextValue } from './map-context.ts';
import { errorText, MapNumber, MapText } from './map-inputs.tsx';
import { MapRows, UnknownFields } from './map-rows.tsx';
import {
  EMPTY_MAP,
  errorsOf,
  isObject,
  type MapErrors,
  type MapValue,
  mapOfText,
  textOfMap,
  withValue,
} from './map-value.ts';
import { nextReading, ReadingFields } from './reading-fields.tsx';
import styles from './register-map.module.css';
import { StateTables } from './state-tables.tsx';
import { useRowTexts } from './use-row-texts.ts';
import { nextWrite, WriteFields } from './write-fields.tsx';

interface RegisterMapEditorProps {
  label: string;
  value: MapValue;
  onChange: (value: MapValue) => void;
  /** Maps to start from. */
  examples: DoorParts['register_maps'];
  /** Whether the form was sent: empty fields are errors then. */
  isSent: boolean;
  disabled: boolean;
}

/** A register map as a form or as JSON; both show and change the same value. */
export function RegisterMapEditor(props: RegisterMapEditorProps) {
  const { label, value, onChange, examples, isSent, disabled } = props;
  const { t } = useTranslation();
  const [view, setView] = useState<'FORM' | 'JSON'>('FORM');
  /** A map that a person did not type here shows all of its errors. */
  const [isGiven, setGiven] = useState(value !== null && value !== EMPTY_MAP);
  /** The map that was replaced as a whole. */
  const [replaced, setReplaced] = useState<{ by: MapValue; old: MapValue } | null>(null);
  const errors = useMemo(() => errorsOf(value), [value]);
  const replace = (next: MapValue) => {
    setReplaced(value === null ? null : { by: next, old: value });
    setGiven(next !== EMPTY_MAP);
    onChange(next);
  };
  const isText = typeof value === 'string';
  const shown = isText ? 'JSON' : view;
  return (
    <fieldset className={styles.editor}>
      <legend>{label}</legend>
      <div className={styles.bar}>
        <SegmentedControl
          label={t('connect.map.view')}
          value={shown}
          options={[
            { value: 'FORM', label: t('connect.map.form') },
            { value: 'JSON', label: 'JSON' },
          ]}
          onChange={setView}
        />
        {disabled ? null : <ImportButton onText={(text) => replace(mapOfText(text))} />}
        {disabled || value === null ? null : (
          <Button size="small" onClick={() => replace(null)}>
            {t('connect.map.clear')}
          </Button>
        )}
      </div>
      {replaced === null || replaced.by !== value ? null : (
        <Alert
          severity="info"
          action={
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                onChange(replaced.old);
                setReplaced(null);
              }}
            >
              {t('connect.map.undo')}
            </Button>
          }
        >
          {t('connect.map.replaced')}
        </Alert>
      )}
      {shown === 'JSON' ? (
        <JsonView {...{ label, value, onChange, disabled }} errors={errors} />
      ) : value === null || isText ? (
        <p className={styles.muted}>{t('connect.map.none')}</p>
      ) : (
        <MapContextValue.Provider
          value={{
            ...{ map: value, errors, disabled },
            isSent,
            showsAll: isSent || isGiven,
            set: (path, part) => {
              const next = withValue(value, path, part);
              if (isObject(next)) onChange(next);
            },
          }}
        >
          <MapForm />
        </MapContextValue.Provider>
      )}
      {disabled || examples.length === 0 ? null : (
        <div className={styles.row}>
          <span className={styles.muted}>{t('connect.map.start')}</span>
          <Button size="small" onClick={() => replace(EMPTY_MAP)}>
            {t('connect.map.new')}
          </Button>
          {examples.map(({ id, title, map }) => (
            <Button key={id} size="small" onClick={() => replace(map)}>
              {title}
            </Button>
          ))}
        </div>
      )}
      {errors.size === 0 || !isSent || isText ? null : (
        <p className={styles.error} role="status">
          {t('connect.map.faults', { count: errors.size })}
        </p>
      )}
    </fieldset>
  );
}

function MapForm() {
  const { t } = useTranslation();
  const texts = useRowTexts();
  return (
    <>
      <div className={styles.fields}>
        <MapText path="name" label={t('connect.map.name')} required />
        <MapNumber path="unit" label={t('admin.field.unit')} hint={t('connect.map.slaveHint')} />
        <UnknownFields path="" />
      </div>
      <MapRows
        path="reads"
        title={t('connect.map.reads')}
        empty={t('connect.map.noReads')}
        addLabel={t('connect.map.addRead')}
        max={MAX_READS}
        create={nextReading}
        nameOf={texts.readingName}
        summaryOf={texts.reading}
      >
        {(path) => <ReadingFields path={path} />}
      </MapRows>
      <StateTables />
      <MapRows
        path="writes"
        title={t('connect.map.writes')}
        empty={t('connect.map.noWrites')}
        addLabel={t('connect.map.addWrite')}
        max={MAX_WRITES}
        create={nextWrite}
        nameOf={texts.writeName}
        summaryOf={texts.write}
      >
        {(path) => <WriteFields path={path} />}
      </MapRows>
    </>
  );
}

/** Errors that are named below the JSON. */
const MOST_FAULTS = 5;

interface JsonViewProps {
  label: string;
  value: MapValue;
  onChange: (value: MapValue) => void;
  disabled: boolean;
  errors: MapErrors;
}

/** The map as text, which stays as it is typed while it stands for the same map. */
function JsonView({ label, value, onChange, disabled, errors }: JsonViewProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<{ text: string; value: MapValue } | null>(null);
  const isText = typeof value === 'string';
  const faults = [...errors].slice(0, MOST_FAULTS).map(([path, code]) => `${path}: ${errorText(t, code)}`);
  return (
    <TextField
      className={styles.json ?? ''}
      multiline
      minRows={6}
      maxRows={20}
      fullWidth
      size="small"
      disabled={disabled}
      value={typed !== null && typed.value === value ? typed.text : textOfMap(value)}
      onChange={(event) => {
        const next = mapOfText(event.target.value);
        setTyped({ text: event.target.value, value: next });
        onChange(next);
      }}
      error={errors.size > 0}
      helperText={isText ? t('connect.polled.noJson') : faults.join(' · ')}
      slotProps={{ htmlInput: { 'aria-label': `${label} JSON`, spellCheck: false } }}
    />
  );
}

/** Reads a JSON file. */
function ImportButton({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isTooBig, setTooBig] = useState(false);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    setTooBig(file.size > MAX_REGISTER_MAP);
    if (file.size <= MAX_REGISTER_MAP) onText(await file.text());
  };
  return (
    <>
      <Button size="small" startIcon={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
        {t('connect.map.import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('connect.map.import')}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {isTooBig ? <span className={styles.error}>{t('connect.map.tooBig')}</span> : null}
    </>
  );
}
