/** A number that is none yet, such as a lone minus, stays as it was typed and is refused by the schema. */
export const numberOf = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);
