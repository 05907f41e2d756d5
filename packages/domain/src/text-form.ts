/**
 * NFC lengthens a text by at most this factor: some characters have no composed form. UTF-16 code units, as in
 * `String.length` (Unicode Standard Annex 15, section 4.1).
 */
export const MAX_NFC_GROWTH = 3;

/** Spaces of any width. Control characters are not among them: they are refused, not folded. */
const SPACES = /\p{Zs}+/gu;
const AROUND_NAME = /^ | $/g;
const AROUND_TEXT = /^[\p{Zs}\n]+|[\p{Zs}\n]+$/gu;

/** Characters that draw nothing, of which emoji consist too. */
const JOINERS = /[\u200d\ufe0f]/g;
/**
 * Joiners within an emoji: the emoji style of a picture or a keycap, and the joiner between two pictures. They are part
 * of what is seen there.
 */
const WITHIN_EMOJI =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu;
/**
 * Characters without a shape: those that Unicode lets a program ignore (zero-width characters, fillers, marks of
 * direction, variation selectors, tags), interlinear annotations, and the empty Braille pattern.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u;

/** Whether a text has a character that draws nothing, so that two names could look the same. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text.replace(WITHIN_EMOJI, ''));
}

/** A name as it is stored: composed (NFC), trimmed, each run of spaces of any width one space. */
export function toName(text: string): string {
  return text.normalize('NFC').replace(SPACES, ' ').replace(AROUND_NAME, '');
}

/** Each character by itself, as databases do it: no final sigma, and one character for one. */
const lower = (text: string): string => Array.from(text, (one) => Array.from(one.toLowerCase())[0]).join('');

/**
 * The form in which names are compared: a stored name without case, and without the characters that only choose how an
 * emoji is drawn. The database has the same rule as `folded_name`.
 */
export function foldedName(text: string): string {
  return toName(lower(toName(text).replace(JOINERS, '')));
}

/** A text as it is stored: composed (NFC), without spaces and line breaks around it. Those inside stay. */
export function toText(text: string): string {
  return text.normalize('NFC').replace(AROUND_TEXT, '');
}
