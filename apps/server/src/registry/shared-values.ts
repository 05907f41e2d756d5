/** Above this the values differ so much that sharing them saves nothing. */
const MAX_KEPT = 20_000;

/** Values that many rows have in common, kept once, by the text from which they are made. */
export class SharedValues<T> {
  readonly #known = new Map<string, T>();
  readonly #make: (text: string) => T;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  of(text: string): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_KEPT) this.#known.clear();
    const made = this.#make(text);
    this.#known.set(text, made);
    return made;
  }
}
