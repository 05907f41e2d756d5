import { toneOf } from '../grade/tone.ts';
import { FONTS, TONES } from '../theme/tokens.ts';
import { labelWidth } from './axis-option.ts';
import { bandsBetween } from './chart-data.ts';
import type { LineLook } from './line-look.ts';

/** A band lower than this share of the plot has no room for its name. */
const TALL_BAND = 0.05;
/** A Hangul letter is wider than a digit, and is one of fewer. */
const BAND_LETTER = 1.5;
const RIGHT_PX = 24;
const BAND_TEXT = { fontFamily: FONTS.text, fontSize: 11 } as const;

/** Grade bands as a mark area of a series. */
export function bandsOf(look: LineLook, extent: readonly [number, number]) {
  if (look.bands === undefined) return undefined;
  return {
    silent: true,
    animation: false,
    data: bandsBetween(look.bands, extent).map(({ from, to, rating }) => {
      const { soft, ink } = TONES[toneOf(rating)];
      const tall = (to - from) / (extent[1] - extent[0]) > TALL_BAND;
      const label = { show: tall && look.ratingName !== undefined, position: 'right', color: ink, ...BAND_TEXT };
      return [
        { yAxis: from, name: look.ratingName?.(rating), itemStyle: { color: soft, opacity: 0.55 }, label },
        { yAxis: to },
      ];
    }),
  };
}

/** Room for the names of the bands, which stand on the right, px. */
export function rightMargin({ bands, ratingName }: LineLook): number {
  if (bands === undefined || ratingName === undefined) return RIGHT_PX;
  return Math.ceil(labelWidth(bands.ratings.map(ratingName)) * BAND_LETTER) + 14;
}
