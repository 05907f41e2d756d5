import type { Severity } from '@airdeck/contract/standard/schema';
import { useTranslation } from 'react-i18next';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import { useTexts } from '../model/use-texts.ts';
import styles from './rule-chips.module.css';
import { type EnteredCondition, RULE_PARTS, type RulePart, ruleParts } from './rule-parts.ts';

interface RuleChipsProps {
  rule: EnteredCondition;
  /** The code of the alarm that it raises, '' while it is not chosen. undefined leaves it out. */
  code?: string | undefined;
  severity?: Severity | undefined;
  /** The organization; null: all of them. undefined leaves the place out. */
  place?: string | null | undefined;
  /** Parts with an error in the form. */
  wrong?: ReadonlySet<RulePart>;
  /** With a word above each chip that says what it states. */
  isLabelled?: boolean;
}

/** A rule as chips, in the order in which it reads: where, of what, from which value, for how long, which alarm, until when. */
export function RuleChips({ rule, code, severity, place, wrong, isLabelled = false }: RuleChipsProps) {
  const { t } = useTranslation();
  const texts = ruleParts(t, useTexts(), rule);
  const isOff = rule.use === 'N';
  const chip = (part: RulePart) => (
    <Part key={part} label={t(`admin.alarmRule.part.${part}`)} isLabelled={isLabelled} isEnd={part === 'release'}>
      <Chip part={part} basis={rule.basis} text={wrong?.has(part) ? null : texts[part]} />
    </Part>
  );
  const [what, bound, duration, release] = RULE_PARTS.map(chip);
  return (
    <ul className={styles.rule} data-labelled={isLabelled || undefined} data-off={isOff || undefined}>
      {place === undefined ? null : (
        <Part label={t('admin.alarmRule.part.place')} isLabelled={isLabelled}>
          <span className={styles.chip} data-kind="place">
            <Icon name="places" size={14} />
            {place ?? t('admin.alarmRule.everywhere')}
          </span>
        </Part>
      )}
      {what}
      {bound}
      {duration}
      <Part label={t('admin.alarmRule.part.alarm')} isLabelled={isLabelled}>
        {isOff ? (
          <span className={styles.chip} data-kind="off">
            {t('admin.alarmRule.off')}
          </span>
        ) : (
          <span className={styles.alarm}>
            <span aria-hidden="true" className={styles.arrow}>
              →
            </span>
            {severity === undefined ? null : <SeverityChip severity={severity} />}
            {code === undefined ? null : (
              <span className={code ? styles.code : styles.missing}>{code || t('admin.alarmRule.missing')}</span>
            )}
          </span>
        )}
      </Part>
      {isOff ? null : release}
    </ul>
  );
}

interface PartProps {
  label: string;
  isLabelled: boolean;
  isEnd?: boolean;
  children: React.ReactNode;
}

function Part({ label, isLabelled, isEnd = false, children }: PartProps) {
  return (
    <li data-end={isEnd || undefined}>
      {isLabelled ? <small>{label}</small> : null}
      {children}
    </li>
  );
}

function Chip({ part, basis, text }: { part: RulePart; basis: unknown; text: string | null }) {
  const { t } = useTranslation();
  if (text === null) return <span className={styles.missing}>{t('admin.alarmRule.missing')}</span>;
  const rating = part === 'bound' && (basis === 'BAD' || basis === 'VERY_BAD') ? basis : null;
  return (
    <span className={styles.chip} data-kind={part} data-tone={rating === null ? undefined : toneOf(rating)}>
      {rating === null ? null : <GradeMark rating={rating} size={13} />}
      {part === 'duration' ? <Icon name="history" size={14} /> : null}
      {text}
    </span>
  );
}
