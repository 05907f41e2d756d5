import type { AppliedRule, CompliancePlace } from '@airdeck/contract/limit/compliance';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { FactsLink } from '../../../shared/facts-link/facts-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './compliance.module.css';
import { limitText, percentText, placeText } from './rule-text.ts';
import { VerdictChip } from './verdict-chip.tsx';
import { VerdictTable } from './verdict-table.tsx';

interface PlaceResultsProps {
  place: CompliancePlace;
  rules: ReadonlyMap<string, AppliedRule>;
  /** Whether its rules are shown at first. */
  isOpen: boolean;
}

/** A place: its verdict and the limits that it exceeded; opened, a row for each rule. */
export function PlaceResults({ place, rules, isOpen }: PlaceResultsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, above } = placeText(place);
  const exceeded = place.verdicts.flatMap(({ rule: code, verdict, share_of_valid: share }) => {
    const rule = rules.get(code);
    if (verdict !== 'EXCEEDED' || rule === undefined) return [];
    const limit = limitText(t, rule, language);
    return [share === null ? limit : t('compliance.kept', { limit, share: percentText(share, language) })];
  });
  return (
    <article className={styles.place} aria-label={[...above, name].join(t('common.separator'))}>
      <details open={isOpen}>
        <summary>
          <Icon name="chevronRight" size={18} />
          <h2>{name}</h2>
          <VerdictChip verdict={place.verdict} />
          <small>{above.join(t('common.separator'))}</small>
          {exceeded.length === 0 ? null : (
            <small className={styles.exceeded} data-tone={5}>
              {exceeded.join(', ')}
            </small>
          )}
        </summary>
        <PlaceFacts place={place} />
        {place.verdicts.length === 0 ? null : (
          <div className={styles.table}>
            <VerdictTable {...{ place, rules }} />
          </div>
        )}
      </details>
    </article>
  );
}

/** The kind of the facility, and which facts are missing for a sure verdict. */
function PlaceFacts({ place }: { place: CompliancePlace }) {
  const { t } = useTranslation();
  const { facility_kind: kind, hours_known, verdicts } = place;
  const parts = [
    kind === null ? t('compliance.kindUnknown') : t(`admin.choice.facility_kind.${kind}`),
    ...(hours_known ? [] : [t('compliance.hoursUnknown')]),
    ...(verdicts.length > 0 ? [] : [t('compliance.noRules')]),
  ];
  return (
    <p className={styles.facts}>
      {parts.join(t('common.separator'))} {kind === null || !hours_known ? <FactsLink /> : null}
    </p>
  );
}
