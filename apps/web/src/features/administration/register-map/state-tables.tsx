import { CONTROLS, FAN_SPEEDS, POWERS, RUNS } from '@airdeck/domain/purifier-state';
import { REGISTER_STATES, REGISTER_TABLES } from '@airdeck/drivers/register-map';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { useMapContext } from './map-context.ts';
import { MapChoice, MapNumber } from './map-inputs.tsx';
import { UnknownFields } from './map-rows.tsx';
import { listAt, valueAt } from './map-value.ts';
import styles from './register-map.module.css';

type StateName = (typeof REGISTER_STATES)[number];

const STATES = {
  power: POWERS,
  level: FAN_SPEEDS,
  mode: CONTROLS,
  run: RUNS,
} as const;

/** The registers that tell the state of a purifier, with the meaning of their numbers. */
export function StateTables() {
  const { t } = useTranslation();
  const { map, set, errors, disabled } = useMapContext();
  const purifier = valueAt(map, 'purifier');
  const isThere = (state: StateName) => valueAt(purifier, state) !== undefined;
  const absent = REGISTER_STATES.filter((state) => !isThere(state));
  const remove = (state: StateName) => {
    const isLast = absent.length === REGISTER_STATES.length - 1;
    set(isLast ? 'purifier' : `purifier.${state}`, undefined);
  };
  const error = errors.get('purifier');
  return (
    <section className={styles.section} aria-label={t('connect.map.states')}>
      <h4>{t('connect.map.states')}</h4>
      {absent.length === REGISTER_STATES.length ? <p className={styles.muted}>{t('connect.map.noStates')}</p> : null}
      {error === undefined ? null : <p className={styles.error}>{t(`field.${error}`)}</p>}
      <UnknownFields path="purifier" />
      <ul className={styles.rows}>
        {REGISTER_STATES.filter(isThere).map((state) => (
          <li key={state} className={styles.item} data-open>
            <div className={styles.head}>
              <b className={styles.heading}>{t(`connect.map.state.${state}`)}</b>
              {disabled ? null : (
                <IconButton
                  size="small"
                  aria-label={t('connect.map.remove', { name: t(`connect.map.state.${state}`) })}
                  onClick={() => remove(state)}
                >
                  <Icon name="trash" size={16} />
                </IconButton>
              )}
            </div>
            <StateTable state={state} />
          </li>
        ))}
      </ul>
      {disabled ? null : (
        <div className={styles.row}>
          {absent.map((state) => (
            <Button
              key={state}
              size="small"
              startIcon={<Icon name="plus" size={16} />}
              onClick={() => set(`purifier.${state}`, { table: 'HOLDING', values: [{}] })}
            >
              {t(`connect.map.state.${state}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The register of a state, and a line for each number or range of numbers. */
function StateTable({ state }: { state: StateName }) {
  const { t } = useTranslation();
  const { map, set, errors, disabled } = useMapContext();
  const path = `purifier.${state}`;
  const values = listAt(map, `${path}.values`);
  const options = STATES[state].map((value) => ({
    value,
    label: value === 'TROUBLE' ? t('purifier.activity.TROUBLE') : t(`control.action.${value}`),
  }));
  const unused = options.find(({ value }) => values.every((each) => valueAt(each, 'state') !== value));
  return (
    <>
      <div className={styles.fields}>
        <MapChoice
          path={`${path}.table`}
          label={t('connect.map.table')}
          required
          options={REGISTER_TABLES.map((value) => ({ value, label: t(`connect.map.tables.${value}`) }))}
        />
        <MapNumber
          path={`${path}.register`}
          label={t('connect.map.register')}
          hint={t('connect.map.registerHint')}
          required
        />
        <UnknownFields path={path} />
      </div>
      {/* Lines have no other identity than their place. */}
      {[...values.keys()].map((i) => (
        <div key={i} className={styles.line}>
          <MapNumber path={`${path}.values.${i}.value`} label={t('connect.map.from')} required />
          <MapNumber path={`${path}.values.${i}.to`} label={t('connect.map.to')} />
          <MapChoice path={`${path}.values.${i}.state`} label={t('connect.map.meaning')} required options={options} />
          {disabled ? null : (
            <IconButton
              size="small"
              aria-label={t('connect.map.removeLine', { number: i + 1 })}
              onClick={() =>
                set(
                  `${path}.values`,
                  values.filter((_, at) => at !== i),
                )
              }
            >
              <Icon name="trash" size={16} />
            </IconButton>
          )}
          <UnknownFields path={`${path}.values.${i}`} />
        </div>
      ))}
      {errors.has(`${path}.values`) ? <p className={styles.error}>{t('connect.map.noLines')}</p> : null}
      {disabled ? null : (
        <Button
          size="small"
          startIcon={<Icon name="plus" size={16} />}
          onClick={() => set(`${path}.values`, [...values, unused === undefined ? {} : { state: unused.value }])}
        >
          {t('connect.map.addLine')}
        </Button>
      )}
    </>
  );
}
