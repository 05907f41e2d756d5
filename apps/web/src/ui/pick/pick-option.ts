/** Something that can be picked by its name. */
export interface PickOption<Id extends string | number = number> {
  id: Id;
  label: string;
  /** Smaller, after the name; what is typed is searched for in it too. */
  detail?: string;
  /** Heading above it; options of one group follow each other. */
  group?: string;
}

/** More than this at once nobody reads; typing narrows them. */
export const MAX_SHOWN_OPTIONS = 100;

/** Options that hold every word of `text`, wherever, ignoring case. */
export function matching<Id extends string | number>(
  options: readonly PickOption<Id>[],
  text: string,
): readonly PickOption<Id>[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ label, detail = '', group = '' }) => {
    const names = `${label} ${detail} ${group}`.toLocaleLowerCase();
    return words.every((word) => names.includes(word));
  });
}
