import {
  type DecoderExample,
  type DecoderTestInput,
  type DecoderTrial,
  decoderFields,
  decoders,
  getDecoderSource,
  INPUT_FORMATS,
  listDecoderVersions,
  tryDecoder,
} from '@airdeck/contract/door/decoder';
import { organizations } from '@airdeck/contract/place/routes';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
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
import { useOnlyOrganization } from '../../../lib/session/only-organization.ts';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { FormTextField, fieldText } from '../../../ui/form/form-fields.tsx';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { invalidateAll } from '../model/api.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './doors.module.css';
import { decoderSearch } from './search.ts';

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
  stored: Stored;
}

const schema = decoderFields.pick({ name: true, source: true }) as z.ZodType<FieldValues, FieldValues>;

function Editor({ id, name, stored }: EditorProps) {
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
          source={() => String(form.getValues('source'))}
          onExample={(example) => setExamples([...examples.filter((each) => each.name !== example.name), example])}
        />
        <ExamplesCard examples={examples} onChange={setExamples} />
        {id === undefined ? null : <VersionsCard id={id} />}
      </div>
    </div>
  );
}

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

interface TryBoxProps {
  source: () => string;
  onExample: (example: DecoderExample) => void;
}

function TryBox({ source, onExample }: TryBoxProps) {
  const { t } = useTranslation();
  const [input, setInput] = useState<DecoderTestInput>({ format: 'HEX', content: '', f_port: 1, topic: '' });
  const [name, setName] = useState('');
  const run = useMutation({ mutationFn: () => call(tryDecoder, { body: { source: source(), input } }) });
  const trial = run.data;
  return (
    <Card>
      <CardHeader title={t('connect.decoder.try')} subtitle={t('connect.decoder.tryText')} />
      <div className={styles.step}>
        <div className={styles.row}>
          <TextField
            select
            size="small"
            label={t('connect.decoder.format')}
            value={input.format}
            onChange={(event) =>
              setInput({ ...input, format: INPUT_FORMATS.find((each) => each === event.target.value) ?? 'HEX' })
            }
            className={styles.target ?? ''}
          >
            {INPUT_FORMATS.map((format) => (
              <MenuItem key={format} value={format}>
                {t(`connect.decoder.formats.${format}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            size="small"
            type="number"
            label={t('connect.decoder.port')}
            value={input.f_port ?? ''}
            onChange={(event) =>
              setInput({ ...input, f_port: event.target.value === '' ? null : Number(event.target.value) })
            }
          />
        </div>
        <TextField
          size="small"
          multiline
          minRows={2}
          maxRows={10}
          label={t('connect.decoder.message')}
          value={input.content}
          onChange={(event) => setInput({ ...input, content: event.target.value })}
          className={styles.source ?? ''}
        />
        <FailureAlert error={run.error} />
        <div className={styles.row}>
          <Button variant="outlined" loading={run.isPending} onClick={() => run.mutate()}>
            {t('connect.decoder.run')}
          </Button>
        </div>
        {trial === undefined ? null : <Trial trial={trial} />}
        {trial?.data ? (
          <div className={styles.row}>
            <TextField
              size="small"
              label={t('connect.decoder.exampleName')}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button
              disabled={name.trim() === ''}
              onClick={() => {
                onExample({ name: name.trim(), input, output: trial.data ?? {} });
                setName('');
              }}
            >
              {t('connect.decoder.keep')}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

/** The outcome of a trial: the data, and the values with the place where they would go. */
function Trial({ trial }: { trial: DecoderTrial }) {
  const { t } = useTranslation();
  const { language } = useTexts();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const { failure, data, values, warnings, cpu_ms: ms } = trial;
  if (failure !== null) {
    return (
      <Alert severity="error">
        {t(`connect.decoder.failure.${failure.reason}`)}
        {failure.line === null ? null : ` (${t('connect.decoder.line', { line: failure.line })})`}
        <br />
        <code>{failure.message}</code>
      </Alert>
    );
  }
  return (
    <>
      {warnings.length === 0 ? null : <Alert severity="info">{warnings.join('; ')}</Alert>}
      {values.length === 0 ? (
        <p className={styles.muted}>{t('connect.binding.noValues')}</p>
      ) : (
        <PlainTable>
          <thead>
            <tr>
              <th scope="col">{t('connect.binding.sensor')}</th>
              <th scope="col">{t('connect.binding.value')}</th>
              <th scope="col">{t('connect.binding.target')}</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ sensor, value, unit, channel, stored }) => (
              <tr key={sensor}>
                <td data-label={t('connect.binding.sensor')}>{sensor}</td>
                <td data-label={t('connect.binding.value')} className={styles.number}>
                  {number.format(value)} {unit}
                </td>
                <td data-label={t('connect.binding.target')}>
                  {channel === null
                    ? t('connect.binding.ignore')
                    : stored === null
                      ? `${channel}: ${t('connect.binding.refused')}`
                      : `${channel}: ${number.format(stored)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      <details className={styles.raw}>
        <summary>{t('connect.decoder.data')}</summary>
        <pre>{JSON.stringify(data, null, 2)}</pre>
      </details>
      {ms === null ? null : <p className={styles.muted}>{t('connect.decoder.time', { ms: number.format(ms) })}</p>}
    </>
  );
}

interface ExamplesCardProps {
  examples: readonly DecoderExample[];
  onChange: (examples: readonly DecoderExample[]) => void;
}

function ExamplesCard({ examples, onChange }: ExamplesCardProps) {
  const { t } = useTranslation();
  return (
    <Card>
      <CardHeader title={t('connect.decoder.examples')} subtitle={t('connect.decoder.examplesText')} />
      {examples.length === 0 ? (
        <p className={styles.muted}>{t('connect.decoder.noExamples')}</p>
      ) : (
        <ul className={styles.devices}>
          {examples.map((example) => (
            <li key={example.name} className={styles.example}>
              <span>
                <b>{example.name}</b>
                <small>{example.input.content.slice(0, 80)}</small>
              </span>
              <Button
                size="small"
                aria-label={t('connect.decoder.removeExample', { name: example.name })}
                onClick={() => onChange(examples.filter((each) => each !== example))}
              >
                {t('admin.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function VersionsCard({ id }: { id: number }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const navigate = useNavigate();
  const { data } = useQuery(routeQuery(listDecoderVersions, { params: { id: String(id) } }));
  return (
    <Card>
      <CardHeader title={t('connect.decoder.versions')} subtitle={t('connect.decoder.versionsText')} />
      <ul className={styles.devices}>
        {(data?.versions ?? []).map((each) => (
          <li key={each.id} className={styles.example}>
            <span>
              {texts.time(each.saved_time)}
              <small>{each.login ?? '–'}</small>
            </span>
            <Button size="small" onClick={() => void navigate({ to: '.', search: { decoder: id, version: each.id } })}>
              {t('connect.decoder.open')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
