import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyItem, Column, HintKey } from '../model/definition.ts';
import { localText, useTexts } from '../model/use-texts.ts';
import styles from './form.module.css';

interface RowFactsProps {
  facts: readonly Column[];
  hint: HintKey | undefined;
  item: AnyItem;
}

/** Properties of the open row that cannot be changed there. */
export function RowFacts({ facts, hint, item }: RowFactsProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  return (
    <div className={styles.facts}>
      <dl>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{texts.field(fact.name)}</dt>
            <dd>
              {fact.Cell === undefined
                ? texts.value(fact, localText(item, fact.name, texts.language)) || '–'
                : createElement(fact.Cell, { item })}
            </dd>
          </div>
        ))}
      </dl>
      {hint === undefined ? null : <p className={styles.hint}>{t(`admin.hint.${hint}`)}</p>}
    </div>
  );
}
