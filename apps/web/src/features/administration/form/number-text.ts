/** Digits with an optional sign, decimal point and thousands separators. */
const NUMBER = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)$/;

/** The number of a typed text. Any other text, such as a lone minus, stays text, which the schema refuses. */
export const numberOf = (text: string): number | string => {
  const typed = text.trim();
  return NUMBER.test(typed) ? Number(typed.replaceAll(',', '')) : text;
};

/**
 * The text of a number field: as typed while it stands for the field's value. The number alone would lose the point of
 * `1.` and the zeros of `0.0` before the next digit is typed.
 */
export const numberText = (typed: string, value: unknown): string =>
  typed !== '' && numberOf(typed) === value ? typed : String(value ?? '');
