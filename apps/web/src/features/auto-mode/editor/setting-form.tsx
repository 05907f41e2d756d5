import { type AutoMode, type AutoModeFields, autoModeFields } from '@airdeck/contract/control/auto-mode';
import { DEFAULT_OVERRIDE_MIN } from '@airdeck/domain/control/auto-command';
import { GRADED_TYPES, type GradedType } from '@airdeck/domain/sensor-type';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/failure.ts';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { useChangeQuestion } from '../../../ui/dialog/change-dialog.tsx';
import { type Change, changesOf } from '../../../ui/form/changes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { forgetAutoModes, saveAutoMode } from '../model/queries.ts';
import { entriesOf, useTexts } from '../model/texts.ts';
import { BoundsField, type EnteredBounds, numbersOf } from './bounds-field.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { DryRun } from './dry-run.tsx';
import styles from './editor.module.css';
import { MinutesField, minutesInWords } from './minutes-field.tsx';

interface Entered {
  use: 'Y' | 'N';
  bounds: Readonly<Partial<Record<GradedType, EnteredBounds>>>;
  override_min: number | null;
}

const asTyped = (thresholds: AutoMode['suggested']): Entered['bounds'] =>
  Object.fromEntries(entriesOf(thresholds).map(([type, bounds]) => [type, bounds.map(String)]));

/** A new setting starts with the organization's thresholds normal, bad and very bad for dust. */
const begun = ({ auto, types, suggested }: AutoMode): Entered => {
  if (auto !== null) return { use: auto.use, bounds: asTyped(auto.thresholds), override_min: auto.override_min };
  const first = types.find((type) => type === 'PM2.5') ?? types[0];
  const bounds = first === undefined ? {} : { [first]: suggested[first] };
  return { use: 'N', bounds: asTyped(bounds), override_min: DEFAULT_OVERRIDE_MIN };
};

/** The setting to be saved; null while a field is wrong. */
const fieldsOf = ({ use, bounds, override_min }: Entered): AutoModeFields | null => {
  const entered = Object.entries(bounds).flatMap(([type, typed]) => (typed ? [[type, numbersOf(typed)]] : []));
  const parsed = autoModeFields.safeParse({ use, override_min, thresholds: Object.fromEntries(entered) });
  return parsed.success ? parsed.data : null;
};

interface SettingFormProps {
  mode: AutoMode;
  onDirty: (isDirty: boolean) => void;
}

/** Settings of auto mode. The form is reset with each saved version. */
export function SettingForm({ mode, onDirty }: SettingFormProps) {
  const [seen, setSeen] = useState(mode);
  const [isDirty, setDirty] = useState(false);
  const version = (each: AutoMode) => each.auto?.version ?? 0;
  // Changes by others are shown while the user has entered nothing.
  const shown = isDirty ? seen : mode;
  if (!isDirty && version(seen) !== version(mode)) setSeen(mode);
  useUnsaved(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <Form
      key={version(shown)}
      mode={shown}
      isDirty={isDirty}
      onDirty={setDirty}
      onReload={() => {
        setDirty(false);
        void forgetAutoModes();
      }}
    />
  );
}

interface FormProps extends SettingFormProps {
  isDirty: boolean;
  onReload: () => void;
}

function Form({ mode, isDirty, onDirty, onReload }: FormProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const [entered, setEntered] = useState(() => begun(mode));
  const [copying, setCopying] = useState(false);
  const fields = fieldsOf(entered);
  const save = useMutation({
    mutationFn: (given: AutoModeFields) => saveAutoMode(mode.id, given, mode.auto?.version ?? 0),
    onSuccess: () => {
      onDirty(false);
      enqueueSnackbar(t('autoMode.form.saved'), { variant: 'success' });
    },
  });
  const { ask, question } = useChangeQuestion();
  const changes = useChanges(mode, fields);
  const change = (part: Partial<Entered>) => {
    setEntered({ ...entered, ...part });
    onDirty(true);
  };
  const types = [...new Set([...mode.types, ...entriesOf(mode.auto?.thresholds ?? {}).map(([type]) => type)])];
  const hasType = Object.values(entered.bounds).some((typed) => typed);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (fields === null) return;
        if (changes.length > 0)
          ask({ name: `${mode.meter_name} · ${mode.name}`, changes, save: () => save.mutate(fields) });
        else {
          onDirty(false);
          enqueueSnackbar(t('dialog.unchanged'));
        }
      }}
    >
      <FormControlLabel
        control={<Switch checked={entered.use === 'Y'} onChange={(_, on) => change({ use: on ? 'Y' : 'N' })} />}
        label={t('autoMode.form.use')}
      />
      <SaveError error={save.error} onReload={onReload} />
      <div className={styles.title}>
        <h3>{t('autoMode.form.types')}</h3>
        {mode.types.length === 0 ? null : (
          <Button size="small" onClick={() => change({ bounds: asTyped(mode.suggested) })}>
            {t('autoMode.form.suggest')}
          </Button>
        )}
      </div>
      {types.length === 0 ? <Alert severity="info">{t('autoMode.form.noTypes')}</Alert> : null}
      {types.map((type) => (
        <BoundsField
          key={type}
          type={type}
          value={entered.bounds[type] ?? null}
          suggested={mode.suggested[type] ?? []}
          onChange={(bounds) => change({ bounds: { ...entered.bounds, [type]: bounds } })}
        />
      ))}
      {types.length > 0 && !hasType ? <p className={styles.wrong}>{t('autoMode.form.needed')}</p> : null}
      <DryRun id={mode.id} thresholds={fields?.thresholds ?? null} />
      <MinutesField
        label={t('autoMode.override.default')}
        hint={t('autoMode.override.defaultHint')}
        value={entered.override_min}
        onChange={(minutes) => change({ override_min: minutes })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="contained" disabled={fields === null || !isDirty} loading={save.isPending}>
          {t('autoMode.form.save')}
        </Button>
        <Button
          startIcon={<Icon name="copy" size={18} />}
          disabled={mode.auto === null || isDirty}
          onClick={() => setCopying(true)}
        >
          {t('autoMode.copy.button')}
        </Button>
      </div>
      {question}
      {copying ? <CopyDialog mode={mode} onClose={() => setCopying(false)} /> : null}
    </form>
  );
}

/** Changes that saving would make; a setting without a saved value was off. */
function useChanges({ auto, types }: AutoMode, fields: AutoModeFields | null): readonly Change[] {
  const { t } = useTranslation();
  const texts = useTexts();
  if (fields === null) return [];
  const minutes = (value: unknown) => (value === null ? t('autoMode.override.open') : minutesInWords(t, Number(value)));
  const shown = GRADED_TYPES.filter(
    (type) => types.includes(type) || auto?.thresholds[type] !== undefined || fields.thresholds[type] !== undefined,
  );
  return changesOf([
    {
      ...{ name: 'use', label: t('autoMode.form.use'), before: auto?.use ?? 'N', after: fields.use },
      words: (use) => t(use === 'Y' ? 'admin.yes' : 'admin.no'),
    },
    ...shown.map((type) => ({
      ...{ name: type, label: texts.type(type), before: auto?.thresholds[type], after: fields.thresholds[type] },
      words: (bounds: unknown) => texts.bounds((bounds ?? []) as number[]),
    })),
    {
      ...{ name: 'override_min', label: t('autoMode.override.default') },
      ...{ before: auto === null ? DEFAULT_OVERRIDE_MIN : auto.override_min, after: fields.override_min },
      words: minutes,
    },
  ]);
}

function SaveError({ error, onReload }: { error: Error | null; onReload: () => void }) {
  const { t } = useTranslation();
  if (error === null) return null;
  const isLate = error instanceof ApiFailure && error.code === 'EDITED_MEANWHILE';
  if (!isLate) return <FailureAlert error={error} />;
  return (
    <Alert severity="warning" action={<Button onClick={onReload}>{t('autoMode.form.reload')}</Button>}>
      {t('autoMode.form.again')}
    </Alert>
  );
}
