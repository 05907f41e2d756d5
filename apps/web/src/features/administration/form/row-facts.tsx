import type { Column, Item } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './form.module.css';

interface RowFactsProps {
  facts: readonly Column[];
  item: Item;
}

/** What is known of the open row and cannot be changed there. */
export function RowFacts({ facts, item }: RowFactsProps) {
  const texts = useTexts();
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{texts.field(fact.name)}</dt>
          <dd>{texts.value(fact, item[fact.name]) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
