/** Which CSS declarations make an element invisible. */

const reasons: readonly (readonly [RegExp, string])[] = [
  [/(?:^|;)\s*display\s*:\s*none/i, 'display: none'],
  [/(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)/i, 'visibility: hidden'],
  [
    /(?:^|;)\s*(?:font-size|opacity)\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:!important\s*)?(?:;|$)/i,
    'no size or no opacity',
  ],
  [
    /(?:^|;)\s*(?:left|top|right|bottom|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%|vw|vh)/i,
    'off the screen',
  ],
  [/(?:^|;)\s*clip(?:-path)?\s*:\s*(?:rect\(\s*(?:0|1px)|inset\(\s*(?:50|100)%)/i, 'clipped away'],
];

const backgroundReason = 'same colour as the background';
const sizeReason = 'no size or no opacity';
export const styleReasons: readonly string[] = [...reasons.map(([, reason]) => reason), backgroundReason, sizeReason];

export function hidingReason(declarations: string): string | undefined {
  const known = reasons.find(([pattern]) => pattern.test(declarations))?.[1];
  if (known !== undefined) return known;
  if (hasNoRoom(declarations)) return sizeReason;
  return hasBackgroundColour(declarations) ? backgroundReason : undefined;
}

/** A box of at most one pixel that hides what flows over. */
function hasNoRoom(declarations: string): boolean {
  if (!/overflow\s*:\s*hidden/i.test(declarations)) return false;
  return /(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:!important\s*)?(?:;|$)/i.test(declarations);
}

function hasBackgroundColour(declarations: string): boolean {
  const text = colourOf(/(?:^|;)\s*color\s*:\s*([^;!]+)/i.exec(declarations)?.[1]);
  if (text === undefined) return false;
  if (text === 'transparent') return true;
  const background = colourOf(/(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/i.exec(declarations)?.[1]);
  return background !== undefined && text === background;
}

const names = new Map(Object.entries({ white: 'ffffff', black: '000000', red: 'ff0000', transparent: 'transparent' }));

/** Six hexadecimal digits, for `#fff`, `#ffffff`, `rgb(255, 255, 255)` and a few names. */
function colourOf(value: string | undefined): string | undefined {
  const text = value?.trim().toLowerCase() ?? '';
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text)?.[1];
  if (hex !== undefined) return hex.length === 6 ? hex : [...hex].map((digit) => digit + digit).join('');
  const channels = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+))?\s*\)$/.exec(text);
  if (channels === null) return names.get(text);
  if (channels[4] !== undefined && Number(channels[4]) === 0) return 'transparent';
  return [1, 2, 3].map((index) => Number(channels[index]).toString(16).padStart(2, '0')).join('');
}
