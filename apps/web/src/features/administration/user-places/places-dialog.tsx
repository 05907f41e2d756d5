import { getUserPlaces, setUserPlaces, type UserPlace, type UserPlaces } from '@airdeck/contract/user/places';
import { MAX_ASSIGNED_PLACES, type ManagedUser } from '@airdeck/contract/user/schema';
import { isLocalRole } from '@airdeck/domain/role';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { nameOf, toOffice, toOrganization } from '../entities/places.ts';
import { toDepartment } from '../entities/references.ts';
import { RowPicker } from '../form/row-picker.tsx';
import { invalidateAll } from '../model/api.ts';
import type { ActionDialogProps, Reference } from '../model/definition.ts';
import styles from './places.module.css';

type Kind = UserPlace['kind'];
type Chosen = Pick<UserPlace, 'kind' | 'id' | 'name'> & { above: readonly string[] };

const REFERENCES: Record<Kind, Reference> = {
  organization: toOrganization,
  office: toOffice,
  department: toDepartment,
};

/** The places to which a user is limited. */
export function PlacesDialog(props: ActionDialogProps<ManagedUser>) {
  const { t } = useTranslation();
  const params = { id: Number(props.item.id) };
  const { data, error, refetch } = useQuery({ ...routeQuery(getUserPlaces, { params }), staleTime: 0, gcTime: 0 });
  if (data !== undefined)
    return <PlacesForm {...props} limited={data.limited} places={data.places} version={data.version} />;
  return (
    <Dialog open title={t('admin.user.places.title')} onClose={props.onClose}>
      {error === null ? <p>{t('common.loading')}</p> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

type PlacesFormProps = ActionDialogProps<ManagedUser> &
  Pick<UserPlaces, 'limited' | 'version'> & { places: UserPlace[] };

const idsOf = (chosen: readonly Chosen[], kind: Kind): number[] =>
  chosen.filter((each) => each.kind === kind).map(({ id }) => id);

function PlacesForm({ item, version, onClose, ...before }: PlacesFormProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const [limited, setLimited] = useState(before.limited);
  const [chosen, setChosen] = useState<readonly Chosen[]>(before.places);
  const kept = limited === 'Y' ? chosen : [];
  const save = useMutation({
    mutationFn: () =>
      call(setUserPlaces, {
        params: { id: Number(item.id) },
        body: {
          limited,
          version,
          organization_ids: idsOf(kept, 'organization'),
          office_ids: idsOf(kept, 'office'),
          department_ids: idsOf(kept, 'department'),
        },
      }),
    onSuccess: async () => {
      await invalidateAll();
      enqueueSnackbar(t('admin.user.places.saved', { name: nameOf(item) }), { variant: 'success' });
      onClose();
    },
  });
  const isLocal = isLocalRole(item.authority);
  const kinds: Kind[] = isLocal ? ['office', 'department'] : ['organization'];
  const isFull = chosen.length >= MAX_ASSIGNED_PLACES;
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button
        variant="contained"
        loading={save.isPending}
        disabled={limited === 'Y' && chosen.length === 0}
        onClick={() => save.mutate()}
      >
        {t('admin.save')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('admin.user.places.title')} onClose={onClose} actions={actions}>
      <p>{t(isLocal ? 'admin.user.places.text' : 'admin.user.places.textSuper', { name: nameOf(item) })}</p>
      <FailureAlert error={save.error} />
      <RadioGroup
        aria-label={t('admin.user.places.title')}
        value={limited}
        onChange={(_, value) => setLimited(value === 'Y' ? 'Y' : 'N')}
      >
        <FormControlLabel
          value="N"
          control={<Radio />}
          label={t(isLocal ? 'admin.user.places.all' : 'admin.user.places.allSuper')}
        />
        <FormControlLabel value="Y" control={<Radio />} label={t('admin.user.places.only')} />
      </RadioGroup>
      {limited === 'N' ? null : (
        <>
          <ul className={styles.places}>
            {chosen.map((place) => (
              <li key={`${place.kind} ${place.id}`}>
                <span>
                  {place.name}
                  <small>{[t(`admin.user.places.kind.${place.kind}`), ...place.above].join(' · ')}</small>
                </span>
                <IconButton
                  aria-label={t('admin.user.places.remove', { name: place.name })}
                  onClick={() => setChosen((old) => old.filter((each) => each !== place))}
                >
                  <Icon name="close" />
                </IconButton>
              </li>
            ))}
          </ul>
          {chosen.length === 0 ? <p className={styles.none}>{t('admin.user.places.none')}</p> : null}
          {kinds.map((kind) => (
            <PlacePicker
              key={kind}
              kind={kind}
              organizationId={isLocal ? item.organization_id : null}
              disabled={isFull}
              onPick={(id, name) =>
                setChosen((old) =>
                  old.some((each) => each.kind === kind && each.id === id)
                    ? old
                    : [...old, { kind, id, name, above: [] }],
                )
              }
            />
          ))}
        </>
      )}
    </Dialog>
  );
}

interface PlacePickerProps {
  kind: Kind;
  /** Offers only places of this organization; null: of all. */
  organizationId: number | null;
  disabled: boolean;
  onPick: (id: number, name: string) => void;
}

/** Adds a place to the list, and is empty again. */
function PlacePicker({ kind, organizationId, disabled, onPick }: PlacePickerProps) {
  const { t } = useTranslation();
  const [count, setCount] = useState(0);
  const reference = REFERENCES[kind];
  const offered =
    organizationId === null ? reference : { ...reference, query: { organizationId: String(organizationId) } };
  return (
    <RowPicker
      // A new one forgets the typed text.
      key={count}
      className={styles.picker ?? ''}
      reference={offered}
      value={null}
      disabled={disabled}
      label={t(`admin.user.places.add.${kind}`)}
      onChange={(picked) => {
        if (picked === null) return;
        setCount((old) => old + 1);
        onPick(Number(picked.id), picked.label);
      }}
    />
  );
}
