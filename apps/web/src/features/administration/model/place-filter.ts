/** Places by which lists are narrowed, from the outermost. */
export const PLACE_LEVELS = ['organization', 'office', 'department'] as const;
export type PlaceLevel = (typeof PLACE_LEVELS)[number];

export interface PlaceFilter {
  level: PlaceLevel;
  /** Key of the list's query, and in the address. */
  name: `${PlaceLevel}Id`;
  /** Its label is that of this field. */
  field: `${PlaceLevel}_id`;
}

/** The places by which a list is narrowed down to the deepest one. */
export const placeFiltersOf = (places: PlaceLevel | undefined): PlaceFilter[] =>
  places === undefined
    ? []
    : PLACE_LEVELS.slice(0, PLACE_LEVELS.indexOf(places) + 1).map((level) => ({
        level,
        name: `${level}Id`,
        field: `${level}_id`,
      }));

/** Whether a text of the address is an id: others are ignored. */
export const isId = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,9}$/.test(text);
