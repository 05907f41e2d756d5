import type { AppliedRule, CompliancePlace } from '@airdeck/contract/limit/compliance';
import { useTranslation } from 'react-i18next';
import { FactsLink } from '../../../shared/facts-link/facts-link.tsx';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import styles from './compliance.module.css';
import { placeText } from './rule-text.ts';
import { VerdictChip } from './verdict-chip.tsx';
import { VerdictRow } from './verdict-row.tsx';

interface PlaceCardProps {
  place: CompliancePlace;
  rules: ReadonlyMap<string, AppliedRule>;
}

/** A place with a row for each rule. */
export function PlaceCard({ place, rules }: PlaceCardProps) {
  const { t } = useTranslation();
  const { name, above } = placeText(place);
  return (
    <Card as="article" aria-label={[...above, name].join(t('common.separator'))}>
      <CardHeader
        title={name}
        subtitle={above.join(t('common.separator'))}
        actions={<VerdictChip verdict={place.verdict} />}
      />
      <PlaceFacts place={place} />
      {place.verdicts.length === 0 ? (
        <p className={styles.none}>{t('compliance.noRules')}</p>
      ) : (
        <div className={styles.table}>
          <PlainTable>
            <thead>
              <tr>
                <th scope="col">{t('compliance.rule')}</th>
                <th scope="col">{t('compliance.verdict')}</th>
                <th scope="col" data-align="end">
                  {t('compliance.shareOfValid')}
                </th>
                <th scope="col" data-align="end">
                  {t('compliance.shareOfAll')}
                </th>
                <th scope="col" data-align="end">
                  {t('compliance.measured')}
                </th>
                <th scope="col">{t('compliance.worst')}</th>
              </tr>
            </thead>
            <tbody>
              {place.verdicts.map((verdict) => {
                const rule = rules.get(verdict.rule);
                return rule && <VerdictRow key={verdict.rule} {...{ place, rule, verdict }} />;
              })}
            </tbody>
          </PlainTable>
        </div>
      )}
    </Card>
  );
}

/** The kind of the facility, and which facts are missing for a sure verdict. */
function PlaceFacts({ place: { facility_kind: kind, hours_known } }: { place: CompliancePlace }) {
  const { t } = useTranslation();
  const parts = [
    kind === null ? t('compliance.kindUnknown') : t(`admin.choice.facility_kind.${kind}`),
    ...(hours_known ? [] : [t('compliance.hoursUnknown')]),
  ];
  return (
    <p className={styles.facts}>
      {parts.join(t('common.separator'))} {kind === null || !hours_known ? <FactsLink /> : null}
    </p>
  );
}
