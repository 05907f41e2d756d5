import {
  type DecoderExample,
  decoderFields,
  decoders,
  getDecoderSource,
  listDecoderVersions,
} from '@airdeck/contract/door/decoder';
import { organizations } from '@airdeck/contract/place/routes';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOfRoute, routeQuery } from '../../../lib/api/route-query.ts';
import { ApiFailure } from '../../../lib/failure.ts';
import { useOnlyOrganization } from '../../../lib/session/only-organization.ts';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { FormTextField, fieldText } from '../../../ui/form/form-fields.tsx';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from '../doors/doors.module.css';
import { decoderSearch } from '../doors/search.ts';
import { invalidateAll } from '../model/api.ts';
import { ExamplesCard } from './examples-card.tsx';
import { TryBox } from './try-box.tsx';
import { VersionsCard } from './versions-card.tsx';

const MOST_ORGANIZATIONS = 1_000;

/** A beginning that works: two values of two bytes each. */
const TEMPLATE = `function decodeUplink(input) {
  var bytes = input.bytes;
  return {
    data: {
      temperature: ((bytes[0] << 8) | bytes[1]) / 100,
      humidity: ((bytes[2] << 8) | bytes[3]) / 100,
    },
  };
}
`;

interface Stored {
  source: string;
  examples: DecoderExample[];
}

/** Writes or changes a decoder: the script, a box to try it, its examples, and its earlier versions. */
export function DecoderEditorScreen() {
  const { t } = useTranslation();
  const { decoder: id, version } = decoderSearch.parse(useSearch({ strict: false }));
  const row = useQuery({ ...routeQuery(decoders.read, { params: { id: String(id) } }), enabled: id !== undefined });
  const stored = useQuery({
    ...routeQuery(getDecoderSource, {
      params: { id: String(id) },
      query: version === undefined ? {} : { versionId: String(version) },
    }),
    enabled: id !== undefined,
    // The person's text is not replaced while they write.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = row.error ?? stored.error;
  const isReady = id === undefined || (row.data !== undefined && stored.data !== undefined);
  return (
    <Page>
      <PageHeader title={t('connect.decoder.title')} subtitle={t('connect.decoder.text')} />
      {error === null ? null : (
        <Card>
          <ErrorPanel error={error} onRetry={() => void stored.refetch()} />
        </Card>
      )}
      {isReady ? (
        <Editor
          key={`${id ?? 'new'} ${version ?? ''}`}
          id={id}
          name={row.data?.name ?? ''}
          owner={row.data?.organization_id}
          stored={stored.data ?? { source: TEMPLATE, examples: [] }}
        />
      ) : error === null ? (
        <CardSkeletons count={2} />
      ) : null}
    </Page>
  );
}

interface EditorProps {
  id: number | undefined;
  name: string;
  /** The organization of a stored decoder. */
  owner: number | undefined;
  stored: Stored;
}

const schema = decoderFields.pick({ name: true, source: true }) as z.ZodType<FieldValues, FieldValues>;

function Editor({ id, name, owner, stored }: EditorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const only = useOnlyOrganization();
  const [organization, setOrganization] = useState<number | undefined>(only ?? undefined);
  const { data: many } = useQuery({
    ...routeQuery(organizations.list, { query: { size: MOST_ORGANIZATIONS } }),
    enabled: only === null && id === undefined,
  });
  const [examples, setExamples] = useState<readonly DecoderExample[]>(stored.examples);
  const form = useContractForm(schema, { name, source: stored.source });
  const save = useMutation({
    mutationFn: async (values: FieldValues) => {
      const fields = { name: String(values.name), source: String(values.source), examples: [...examples] };
      const saved =
        id === undefined
          ? await call(decoders.add, { body: { ...fields, organization_id: organization ?? 0 } })
          : await call(decoders.edit, {
              params: { id },
              body: { ...fields, version: (await call(decoders.read, { params: { id } })).version },
            });
      await Promise.all([
        invalidateAll(),
        queryClient.invalidateQueries(queriesOfRoute(decoders.read)),
        queryClient.invalidateQueries(queriesOfRoute(listDecoderVersions)),
      ]);
      return saved;
    },
    onSuccess: (saved, values) => {
      form.reset(values);
      if (id === undefined) void navigate({ to: '.', search: { decoder: saved.id }, replace: true });
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  return (
    <div className={styles.editor}>
      <Card>
        <CardHeader title={t('connect.decoder.script')} />
        <form
          className={styles.step}
          noValidate
          onSubmit={form.handleSubmit((values) => save.mutate(values), save.reset)}
        >
          {only === null && id === undefined ? (
            <SinglePicker
              label={t('admin.one.organizations')}
              options={(many?.content ?? []).map((each) => ({ id: each.id, label: each.name }))}
              value={organization}
              onChange={setOrganization}
              required
            />
          ) : null}
          <FormTextField control={form.control} name="name" label={t('admin.field.name')} required />
          <SourceField control={form.control} />
          <FailureAlert error={save.error} />
          {save.isSuccess ? <Alert severity="success">{t('connect.decoder.saved')}</Alert> : null}
          <div className={styles.row}>
            <Button
              type="submit"
              variant="contained"
              loading={save.isPending}
              disabled={id === undefined && organization === undefined}
            >
              {t('admin.save')}
            </Button>
            <span className={styles.muted}>{t('connect.decoder.runsExamples', { count: examples.length })}</span>
          </div>
        </form>
      </Card>
      <div className={styles.steps}>
        <TryBox
          organizationId={owner ?? organization}
          source={() => String(form.getValues('source'))}
          onExample={(example) => setExamples([...examples.filter((each) => each.name !== example.name), example])}
        />
        <ExamplesCard failed={failedExamples(save.error)} examples={examples} onChange={setExamples} />
        {id === undefined ? null : <VersionsCard id={id} />}
      </div>
    </div>
  );
}

const EXAMPLE = 'examples.';

/** Names of the examples because of which a decoder was not saved. */
const failedExamples = (failure: Error | null): ReadonlySet<string> =>
  new Set(
    failure instanceof ApiFailure
      ? Object.keys(failure.errors).flatMap((path) => (path.startsWith(EXAMPLE) ? [path.slice(EXAMPLE.length)] : []))
      : [],
  );

function SourceField({ control }: { control: Control<FieldValues> }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'source' });
  return (
    <TextField
      label={t('connect.decoder.source')}
      multiline
      minRows={14}
      maxRows={30}
      required
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : t('connect.decoder.sourceHint')}
      className={styles.source ?? ''}
    />
  );
}
