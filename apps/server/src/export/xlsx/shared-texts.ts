import { cellText } from './xml-text.ts';

/** Names of places and devices repeat; beyond this many different texts, the others are written in their cells. */
const MAX_TEXTS = 100_000;

/**
 * The workbook's table of texts: each is written once, and cells refer to it by number. Some readers show no other
 * texts.
 */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();
  #uses = 0;

  /** The rest of a text cell after its reference, from its type on. It is a string and never a formula. */
  cellEnd(text: string): string {
    const number = this.#numberOf(text);
    if (number === undefined) return ` t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;
    this.#uses++;
    return ` t="s"><v>${number}</v></c>`;
  }

  #numberOf(text: string): number | undefined {
    const known = this.#numbers.get(text);
    if (known !== undefined || this.#numbers.size >= MAX_TEXTS) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** The part xl/sharedStrings.xml. */
  toXml(): string {
    const items = [...this.#numbers.keys()].map((text) => `<si><t xml:space="preserve">${cellText(text)}</t></si>`);
    const counts = `count="${this.#uses}" uniqueCount="${this.#numbers.size}"`;
    return `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ${counts}>${items.join('')}</sst>`;
  }
}
