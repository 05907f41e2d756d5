import type { AlarmInstruction } from '@airdeck/contract/alarm/routes';
import { PLACE_KINDS } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { dialAddress } from '../../../shared/instruction/instruction.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { PlaceId } from '../address/screen.ts';
import { HandledBy } from '../shared/handled-by.tsx';
import { handlingOf, ItemLink, Mark, State, Value, When } from './attention-line.tsx';
import type { AttentionLine } from './attention-query.ts';
import styles from './strip.module.css';

interface WorstItemProps {
  line: AttentionLine;
  /** The place on screen, whose own name is not repeated; null: everything. */
  place: PlaceId | null;
  instruction: AlarmInstruction | undefined;
  /** How many items there are besides. */
  more: number;
}

/** The worst item as one line: how bad, where, since when, and who takes care of it or what to do. */
export function WorstItem({ line, place, instruction, more }: WorstItemProps) {
  const { t } = useTranslation();
  const isHere = place?.kind === 'meter' && line.kind !== 'PURIFIER' && line.kind !== 'FILTER';
  const known = place === null ? 0 : PLACE_KINDS.indexOf(place.kind) + 1;
  const above = line.above.slice(known).join(' › ');
  const handling = handlingOf(line);
  return (
    <div className={styles.worst} data-kind={line.kind}>
      <Mark line={line} />
      <div className={styles.text}>
        <p className={styles.fact}>
          <span className={styles.state}>
            <State line={line} />
          </span>
          {isHere ? null : (
            <ItemLink line={line} className={styles.place} title={[...line.above, line.name].join(' › ')}>
              {line.name}
              {above === '' ? null : <small className={styles.above}> {above}</small>}
            </ItemLink>
          )}
          <span className={styles.value}>
            <Value line={line} />
          </span>
          {more === 0 ? null : (
            <span className={styles.others} title={t('monitoring.attention.othersHint', { count: more })}>
              <span aria-hidden="true">+{more}</span>
              <span className="sr">{t('monitoring.attention.othersHint', { count: more })}</span>
            </span>
          )}
        </p>
        <p className={styles.detail}>
          <span className={styles.when}>
            <When line={line} />
          </span>
          {handling === null ? (
            <span className={styles.doing} title={instruction?.text ?? undefined}>
              {instruction?.text}
            </span>
          ) : (
            <HandledBy handling={handling} short />
          )}
        </p>
      </div>
    </div>
  );
}

/** Whom to call, with one press. */
export function Call({ instruction }: { instruction: AlarmInstruction | undefined }) {
  const { t } = useTranslation();
  if (!instruction?.phone) return null;
  const { contact, phone } = instruction;
  const who = contact ?? t('monitoring.attention.contact');
  return (
    <a href={dialAddress(phone)} className={styles.call} aria-label={t('monitoring.attention.call', { who, phone })}>
      <Icon name="phone" size={18} />
      <span className={styles.label}>
        <span className={styles.who}>{contact}</span> <b className={styles.number}>{phone}</b>
      </span>
    </a>
  );
}
