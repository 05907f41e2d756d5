import {
  addSavedView,
  deleteSavedView,
  listSavedViews,
  MAX_SAVED_VIEWS,
  MAX_VIEW_ADDRESS,
  MAX_VIEW_NAME,
  type NewSavedView,
  newSavedView,
  renameSavedView,
  type SavedView,
} from '@airdeck/contract/saved-view/routes';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../lib/api/route-query.ts';
import { ApiFailure } from '../../lib/failure.ts';
import { useUnsaved } from '../../lib/session/unsaved.ts';
import { fieldText } from '../../ui/form/form-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FailureAlert, useFailureMessage } from '../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../ui/state/state-panels.tsx';
import { useUndo } from '../../ui/undo.tsx';
import styles from './saved-views.module.css';

interface ViewsPanelProps {
  /** The screen's, offered as the name of a view. */
  title: string;
  onClose: () => void;
}

const viewsQuery = () => routeQuery(listSavedViews, {});

/** Saved views of all screens; those of the open screen come first. */
export function ViewsPanel({ title, onClose }: ViewsPanelProps) {
  const { t } = useTranslation();
  const { latestLocation } = useRouter();
  const { data, error, refetch } = useQuery(viewsQuery());
  const views = data?.views ?? [];
  const isHere = ({ address }: SavedView) => address.split('?', 1)[0] === latestLocation.pathname;
  const here = views.filter(isHere);
  const elsewhere = views.filter((view) => !isHere(view));
  const address = `${latestLocation.pathname}${latestLocation.searchStr}`;
  return (
    <div className={styles.panel}>
      <h2>{t('screen.views.title')}</h2>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : <SaveForm address={address} title={title} count={views.length} />}
      {data !== undefined && views.length === 0 ? <p className={styles.hint}>{t('screen.views.empty')}</p> : null}
      <ViewList name={t('screen.views.here')} views={here} onClose={onClose} />
      <ViewList name={t('screen.views.elsewhere')} views={elsewhere} onClose={onClose} />
    </div>
  );
}

/** Why a name or address cannot be saved, in the server's words; '' if it can. */
const wrongName = (given: NewSavedView): string => {
  const issue = newSavedView.safeParse(given).error?.issues.find(({ path }) => path[0] === 'name');
  return issue?.message ?? '';
};

const serverSays = (failure: Error | null): string =>
  failure instanceof ApiFailure ? (failure.errors.name ?? '') : '';

function SaveForm({ address, title, count }: { address: string; title: string; count: number }) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const client = useQueryClient();
  const [name, setName] = useState(title.slice(0, MAX_VIEW_NAME));
  const save = useMutation({
    mutationFn: () => call(addSavedView, { body: { name, address } }),
    onSuccess: async (view) => {
      await client.invalidateQueries(queriesOfRoute(listSavedViews));
      enqueueSnackbar(t('screen.views.saved', { name: view.name }), { variant: 'success' });
    },
  });
  useUnsaved(name !== title.slice(0, MAX_VIEW_NAME) && !save.isSuccess);
  if (count >= MAX_SAVED_VIEWS)
    return <p className={styles.hint}>{t('screen.views.full', { most: MAX_SAVED_VIEWS })}</p>;
  if (address.length > MAX_VIEW_ADDRESS) return <p className={styles.hint}>{t('screen.views.tooLong')}</p>;
  const wrong = serverSays(save.error);
  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrongName({ name, address }) === '') save.mutate();
      }}
    >
      <NameField
        label={t('screen.views.save')}
        name={name}
        wrong={wrong === '' ? wrongName({ name, address }) : wrong}
        onChange={(next) => {
          save.reset();
          setName(next);
        }}
      />
      <Button type="submit" variant="contained" loading={save.isPending}>
        {t('screen.views.saveButton')}
      </Button>
      <FailureAlert error={wrong === '' ? save.error : null} />
    </form>
  );
}

interface NameFieldProps {
  label: string;
  name: string;
  /** Error code of the name or address. */
  wrong: string;
  onChange: (name: string) => void;
}

function NameField({ label, name, wrong, onChange }: NameFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      autoFocus
      fullWidth
      size="small"
      required
      label={label}
      value={name}
      onChange={(event) => onChange(event.target.value)}
      error={wrong !== ''}
      helperText={wrong === '' ? undefined : fieldText(t, wrong)}
      slotProps={{ htmlInput: { maxLength: MAX_VIEW_NAME, autoComplete: 'off' } }}
    />
  );
}

function ViewList({ name, views, onClose }: { name: string; views: readonly SavedView[]; onClose: () => void }) {
  if (views.length === 0) return null;
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <ul className={styles.list}>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} onClose={onClose} />
        ))}
      </ul>
    </section>
  );
}

function ViewRow({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useTranslation();
  const tellFailure = useFailureMessage();
  const router = useRouter();
  const client = useQueryClient();
  const offerUndo = useUndo();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, address } = view;
  const reload = () => client.invalidateQueries(queriesOfRoute(listSavedViews));
  const restore = async () => {
    await call(addSavedView, { body: { name, address } });
    await reload();
  };
  const remove = useMutation({
    mutationFn: () => call(deleteSavedView, { params: { id } }),
    onSuccess: async () => {
      await reload();
      offerUndo({
        text: t('screen.views.deleted', { name }),
        undo: restore,
        undone: t('screen.views.restored', { name }),
      });
    },
    onError: (failure) => {
      tellFailure(failure);
      void reload();
    },
  });
  if (isRenaming) return <RenameForm view={view} onDone={() => setRenaming(false)} />;
  return (
    <li className={styles.view}>
      <button
        type="button"
        onClick={() => {
          onClose();
          router.history.push(address);
        }}
      >
        {name}
      </button>
      <IconButton size="small" aria-label={t('screen.views.rename', { name })} onClick={() => setRenaming(true)}>
        <Icon name="pencil" size={17} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('screen.views.delete', { name })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Icon name="trash" size={17} />
      </IconButton>
    </li>
  );
}

function RenameForm({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(view.name);
  const rename = useMutation({
    mutationFn: () => call(renameSavedView, { params: { id: view.id }, body: { name } }),
    onSuccess: async () => {
      await client.invalidateQueries(queriesOfRoute(listSavedViews));
      onDone();
    },
  });
  useUnsaved(name !== view.name);
  const given = { name, address: view.address };
  const wrong = serverSays(rename.error);
  return (
    <li>
      <form
        className={styles.save}
        onSubmit={(event) => {
          event.preventDefault();
          if (wrongName(given) === '') rename.mutate();
        }}
      >
        <NameField
          label={t('screen.views.rename', { name: view.name })}
          name={name}
          wrong={wrong === '' ? wrongName(given) : wrong}
          onChange={(next) => {
            rename.reset();
            setName(next);
          }}
        />
        <Button type="submit" variant="contained" loading={rename.isPending}>
          {t('screen.views.renameButton')}
        </Button>
        <Button onClick={onDone}>{t('button.cancel')}</Button>
        <FailureAlert error={wrong === '' ? rename.error : null} />
      </form>
    </li>
  );
}
