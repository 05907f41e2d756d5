import { EXPORT_FORMATS, type ExportFormat } from '@airdeck/contract/export-file';
import type { Entity } from '@airdeck/domain/policy/policies';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { saveFile } from '../../../lib/save-file.ts';
import { knownProgress, RowsProgress } from '../../../shared/export/rows-progress.tsx';
import { useProgress } from '../../../shared/export/use-export.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { ChangedRows } from '../changed-rows/changed-rows.tsx';
import { PlanCounts } from '../changed-rows/plan-counts.tsx';
import { useSendsMail } from '../entities/invitation-field.tsx';
import { downloadTemplate } from '../model/api.ts';
import type { FieldKey, ImportRoutes } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './import.module.css';
import { ImportPreview } from './import-preview.tsx';
import { type Checked, isDone, useImport } from './use-import.ts';

interface ImportDialogProps {
  routes: ImportRoutes;
  entity: Entity;
  /** Whether rows must name their organization, because the viewer reaches several. */
  isOrganizationNamed: boolean;
  /** The name of an added row's kind, in the words of the menu. */
  what: string;
  onClose: () => void;
}

/** Imports a file: choose it, preview its changes and errors, then add and change all rows. */
export function ImportDialog({ routes, entity, what, isOrganizationNamed, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const { running, failure, checked, check, commit } = useImport(routes);
  const offersMail = useSendsMail() && routes.handsOut === 'links';
  const [mail, setMail] = useState(true);
  const isAdded = checked !== null && isDone(checked.result);
  const { added = 0, changed = 0 } = checked?.result.plan ?? {};
  const mayCommit = checked !== null && !isAdded && checked.result.error_count === 0 && added + changed > 0;
  const close = () => {
    running?.cancel();
    onClose();
  };
  const actions = (
    <>
      {isAdded ? null : <Button onClick={running === null ? close : running.cancel}>{t('button.cancel')}</Button>}
      {isAdded ? (
        <Button variant="contained" onClick={close}>
          {t('button.close')}
        </Button>
      ) : (
        <Button
          variant="contained"
          disabled={!mayCommit || running !== null}
          onClick={() =>
            checked === null ? undefined : void commit(checked, offersMail ? { mail: mail ? 'Y' : 'N' } : {})
          }
        >
          {mayCommit ? commitText(t, added, changed) : t('admin.import.button')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      title={t('admin.import.title', { what })}
      onClose={close}
      actions={actions}
      width="md"
      // It is not cancelled by the way.
      mustAnswer={running !== null}
    >
      <div className={styles.body}>
        {isAdded ? (
          <Added result={checked.result} handsOut={routes.handsOut} />
        ) : (
          <>
            {checked === null ? <Intro routes={routes} what={what} isOrganizationNamed={isOrganizationNamed} /> : null}
            <ChooseFile
              label={checked === null ? t('admin.import.choose') : t('admin.import.other')}
              disabled={running !== null}
              onFile={(file) => void check(file)}
            />
            {checked === null || running !== null ? null : (
              <Found {...checked} entity={entity} onAgain={() => void check(checked.file)} />
            )}
            {mayCommit && added > 0 && running === null && routes.handsOut !== undefined ? (
              <Alert severity="info">{t(`admin.import.handedOut.${routes.handsOut}.before`)}</Alert>
            ) : null}
            {mayCommit && added > 0 && running === null && offersMail ? (
              <FormControlLabel
                control={<Checkbox checked={mail} onChange={(_, checked) => setMail(checked)} />}
                label={t('admin.import.mail')}
              />
            ) : null}
            {running === null ? null : <Progress {...running} />}
          </>
        )}
        {failure === null ? null : <ErrorPanel error={failure} />}
      </div>
    </Dialog>
  );
}

/** The label of the button. */
const commitText = (t: TFunction, added: number, changed: number): string => {
  if (changed === 0) return t('admin.import.commit', { count: added });
  return added === 0
    ? t('admin.import.commitChanges', { count: changed })
    : t('admin.import.commitBoth', { added, changed });
};

function Intro({
  routes,
  what,
  isOrganizationNamed,
}: Pick<ImportDialogProps, 'routes' | 'what' | 'isOrganizationNamed'>) {
  const { t } = useTranslation();
  const texts = useTexts();
  const template = useMutation({
    mutationFn: async (format: ExportFormat) => {
      saveFile(await downloadTemplate(routes.template, { format, name: what }), `${what}.${format}`);
    },
  });
  const key = routes.key.filter((name) => isOrganizationNamed || name !== 'organization_code');
  const columns = Object.entries(routes.row.shape).map(([name, field]) => ({
    label: texts.field(name as FieldKey),
    isRequired:
      (isOrganizationNamed && name === 'organization_code') || !(field as z.ZodType).safeParse(undefined).success,
  }));
  return (
    <>
      <p>{t('admin.import.intro')}</p>
      <p>{t('admin.import.rule', { key: key.map((name) => texts.field(name as FieldKey)).join(' + ') })}</p>
      <div className={styles.templates}>
        {EXPORT_FORMATS.map((format) => (
          <Button
            key={format}
            variant="outlined"
            loading={template.isPending && template.variables === format}
            onClick={() => template.mutate(format)}
            startIcon={<Icon name="download" size={18} />}
          >
            {t('admin.import.template', { format: format === 'xlsx' ? 'Excel' : 'CSV' })}
          </Button>
        ))}
      </div>
      {template.isError ? <ErrorPanel error={template.error} /> : null}
      <p className={styles.hint}>
        {t('admin.import.columns')}:{' '}
        {columns.map(({ label, isRequired }) => (isRequired ? `${label}*` : label)).join(', ')}
        <br />
        {t('admin.import.limits')}
      </p>
    </>
  );
}

interface ChooseFileProps {
  label: string;
  disabled: boolean;
  onFile: (file: File) => void;
}

function ChooseFile({ label, disabled, onFile }: ChooseFileProps) {
  return (
    <Button component="label" variant="outlined" disabled={disabled} startIcon={<Icon name="upload" size={18} />}>
      {label}
      <input
        type="file"
        accept=".xlsx,.csv"
        className={styles.input}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file, corrected, may be chosen once more.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </Button>
  );
}

interface FoundProps extends Checked {
  entity: Entity;
  /** Previews the file once more. */
  onAgain: () => void;
}

function Found({ file: { name }, result, entity, onAgain }: FoundProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { total, error_count, errors, plan, changes, ignored } = result;
  const isRight = error_count === 0 && total > 0;
  const isNothing = isRight && plan.added + plan.changed === 0;
  const isOld = errors.some(({ code }) => code === 'EDITED_MEANWHILE');
  const text = () => {
    if (error_count > 0) return t('admin.import.wrong', { name, total, count: error_count });
    if (isNothing) return t('admin.import.same', { name, count: total });
    return t(isRight ? 'admin.import.valid' : 'admin.import.empty', { name, count: total });
  };
  return (
    <>
      <Alert
        severity={isNothing ? 'info' : isRight ? 'success' : 'error'}
        action={isOld ? <Button onClick={onAgain}>{t('admin.import.again')}</Button> : null}
      >
        {text()}
      </Alert>
      {total > 0 ? <PlanCounts plan={plan} /> : null}
      <ChangedRows entity={entity} changes={changes} total={plan.changed} />
      <ImportPreview result={result} />
      {ignored.length === 0 ? null : (
        <p className={styles.hint}>
          {t('admin.import.ignored')}: {ignored.map((field) => texts.field(field as FieldKey)).join(', ')}
        </p>
      )}
    </>
  );
}

function Progress({ exportId, commit }: { exportId: string; commit: boolean }) {
  const { t } = useTranslation();
  const known = knownProgress(useProgress(exportId));
  const text = t(commit ? 'admin.import.adding' : 'admin.import.checking');
  const rows = known ? ` ${t('admin.import.progress', { ...known })}` : '';
  return <RowsProgress text={text + rows} known={known} hint={t('admin.import.stay')} role="status" />;
}

interface AddedProps extends Pick<Checked, 'result'> {
  handsOut: ImportRoutes['handsOut'];
}

/** The added and changed rows. Secrets and links are saved at once: they cannot be shown again. */
function Added({ result: { added, changed, secrets, mailed }, handsOut = 'secrets' }: AddedProps) {
  const { t } = useTranslation();
  const name = `${t(`admin.import.handedOut.${handsOut}.file`)}.csv`;
  useEffect(() => {
    if (secrets !== null) saveSecrets(secrets, name);
  }, [secrets, name]);
  return (
    <>
      <Alert severity="success">{t('admin.import.done', { added, changed })}</Alert>
      {mailed > 0 ? <Alert severity="info">{t('admin.import.mailed', { count: mailed })}</Alert> : null}
      {secrets === null ? null : (
        <Alert
          severity="warning"
          action={
            <Button onClick={() => saveSecrets(secrets, name)}>{t(`admin.import.handedOut.${handsOut}.save`)}</Button>
          }
        >
          {t(`admin.import.handedOut.${handsOut}.after`)}
        </Alert>
      )}
    </>
  );
}

const saveSecrets = (secrets: string, name: string): void =>
  saveFile(new Blob([secrets], { type: 'text/csv;charset=utf-8' }), name);
