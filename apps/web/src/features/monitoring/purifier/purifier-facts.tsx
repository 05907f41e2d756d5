import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import styles from './purifier.module.css';
import { clockText } from './purifier-rules.ts';

type Word = 'ON' | 'OFF';
const onOff = (on: boolean): Word => (on ? 'ON' : 'OFF');

/** What a purifier reported, fact by fact. What its device does not report is not there. */
export function PurifierFacts({ state }: { state: PurifierState }) {
  const { t } = useTranslation();
  const { power, control, run, source, fan_speed, fan_direction, ventilation, uv, anion, light } = state;
  const facts = [
    ['power', power],
    ['run', run],
    ['control', control],
    ['source', source],
    ['fanSpeed', fan_speed],
    ['fanDirection', fan_direction],
    ['ventilation', ventilation],
    ['uv', uv === null ? null : onOff(uv)],
    ['anion', anion === null ? null : onOff(anion)],
    ['light', light === null ? null : onOff(light)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{t(`monitoring.purifier.${name}`)}</dt>
            <dd data-off={value === 'OFF' || undefined}>{t(`monitoring.purifier.value.${value}`)}</dd>
          </div>
        ),
      )}
      <Fans fans={state.fans} />
      <Reserved state={state} />
    </dl>
  );
}

function Fans({ fans }: Pick<PurifierState, 'fans'>) {
  const { t } = useTranslation();
  if (fans.length === 0) return null;
  return (
    <div>
      <dt>{t('monitoring.purifier.fans')}</dt>
      <dd className={styles.fans}>
        {fans.map((on, i) => {
          const word = t(`monitoring.purifier.value.${on ? 'WORK' : 'STOP'}`);
          const label = `${t('monitoring.purifier.fan', { number: i + 1 })}: ${word}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: fans have no other name than their number
            <span key={i} role="img" aria-label={label} title={label} data-on={on || undefined}>
              {i + 1}
            </span>
          );
        })}
      </dd>
    </div>
  );
}

function Reserved({ state: { reserved_start, reserved_end } }: { state: PurifierState }) {
  const { t } = useTranslation();
  if (reserved_start === null && reserved_end === null) return null;
  const text = [reserved_start, reserved_end].map((time) => (time === null ? '' : clockText(time))).join(' – ');
  return (
    <div>
      <dt>{t('monitoring.purifier.reserved')}</dt>
      <dd className="num">{text}</dd>
    </div>
  );
}
