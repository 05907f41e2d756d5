"""Makes two small fonts of the characters that the console's own texts are made of, so that the first screen loads them
in place of a dozen slices; names that people gave take other characters from the slices. To be run when `npm test` says
that Login's fonts have grown:

    npx tsx apps/web/scripts/characters.ts | python3 apps/web/scripts/subset-fonts.py

It needs fonttools and brotli. The fonts are parts of Noto Sans KR (SIL Open Font License 1.1).
"""

import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

WEB = Path(__file__).parent.parent
SLICES = WEB / "../../node_modules/@fontsource-variable/noto-sans-kr"
OUT = WEB / "src/fonts"
FACE = """@font-face {{
  font-family: "Noto Sans KR Variable";
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url(./{file}) format("woff2-variations");
  unicode-range: {ranges};
}}
"""


def code_points(ranges):
    found = set()
    for part in ranges.split(","):
        first, *last = part.strip()[2:].split("-")
        found |= set(range(int(first, 16), int(last[0] if last else first, 16) + 1))
    return found


def ranges_of(points):
    runs = []
    for point in sorted(points):
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return ", ".join(f"U+{a:04X}" if a == b else f"U+{a:04X}-{b:04X}" for a, b in runs)


def part_of(name, points, features):
    font = TTFont(SLICES / f"files/noto-sans-kr-{name}-wght-normal.woff2")
    options = subset.Options(layout_features=features, hinting=False, notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    return font


def join(base, parts):
    """Adds the glyphs of the other parts, all of them parts of one variable font, to the first."""
    names, mapping = list(base.getGlyphOrder()), dict(base.getBestCmap())
    for part in parts:
        for point, old in (part.getBestCmap() or {}).items():
            new = f"u{point:04X}"
            names.append(new)
            mapping[point] = new
            base["glyf"].glyphs[new] = part["glyf"][old]
            base["gvar"].variations[new] = part["gvar"].variations.get(old, [])
            base["hmtx"].metrics[new] = part["hmtx"].metrics[old]
    base.setGlyphOrder(names)
    base["glyf"].setGlyphOrder(names)
    for table in base["cmap"].tables:
        table.cmap = {point: name for point, name in mapping.items() if table.format != 4 or point < 0x10000}
    for tag in ("HVAR", "VVAR", "MVAR", "vmtx", "vhea"):
        if tag in base:
            del base[tag]
    base["maxp"].numGlyphs = len(names)


def make(file, wanted, features):
    slices = json.loads((SLICES / "unicode.json").read_text())
    left, parts = set(wanted), []
    for key in ["latin", *[key for key in slices if key != "latin"]]:
        here = left & code_points(slices[key])
        left -= here
        if here:
            parts.append(part_of(key.strip("[]"), here, features))
    base, *others = parts
    join(base, others)
    base.flavor = "woff2"
    base.save(OUT / file)
    return FACE.format(file=file, ranges=ranges_of(base.getBestCmap()))


texts = {ord(char) for char in sys.stdin.read() if char != "\n"}
latin = {point for point in texts if point < 0x2000} | set(range(0x20, 0x7F))
faces = [make("console-latin.woff2", latin, ["kern"]), make("console-hangul.woff2", texts - latin, [])]
(OUT / "console.css").write_text("".join(faces))
