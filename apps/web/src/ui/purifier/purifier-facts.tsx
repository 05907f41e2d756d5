import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../lib/format/number.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import styles from './purifier-facts.module.css';

/** Text of a time of day as the specification writes it: `0930` is 09:30. */
export const clockText = (time: string): string => `${time.slice(0, 2)}:${time.slice(2)}`;

type Word = 'ON' | 'OFF';
export const onOff = (on: boolean): Word => (on ? 'ON' : 'OFF');

/** The fields of a purifier's last report. Fields that its device does not report are left out. */
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
  const language = useLanguage();
  if (reserved_start === null && reserved_end === null) return null;
  const [start, end] = [reserved_start, reserved_end].map((time) => (time === null ? '' : clockText(time)));
  return (
    <div>
      <dt>{t('monitoring.purifier.reserved')}</dt>
      <dd className="num">{formatSpan(start ?? '', end ?? '', language)}</dd>
    </div>
  );
}
