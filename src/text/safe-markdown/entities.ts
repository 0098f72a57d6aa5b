/**
 * Character references to what they stand for, where that is a sign Markdown or HTML reads, or one nobody sees. Others
 * ("&eacute;") are words and stay.
 */
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    lt: '<',
    LT: '<',
    gt: '>',
    GT: '>',
    amp: '&',
    AMP: '&',
    quot: '"',
    QUOT: '"',
    apos: "'",
    nbsp: ' ',
    Tab: '\t',
    NewLine: '\n',
  },
  ...{
    colon: ':',
    sol: '/',
    bsol: '\\',
    period: '.',
    comma: ',',
    semi: ';',
    excl: '!',
    quest: '?',
    num: '#',
    commat: '@',
    equals: '=',
  },
  ...{
    lpar: '(',
    rpar: ')',
    lsqb: '[',
    lbrack: '[',
    rsqb: ']',
    rbrack: ']',
    lcub: '{',
    lbrace: '{',
    rcub: '}',
    rbrace: '}',
  },
  ...{
    grave: '`',
    DiacriticalGrave: '`',
    lowbar: '_',
    UnderBar: '_',
    ast: '*',
    midast: '*',
    plus: '+',
    percnt: '%',
    dollar: '$',
  },
  ...{ vert: '|', verbar: '|', VerticalLine: '|', Hat: '^' },
  ...{
    ZeroWidthSpace: '',
    zwj: '',
    zwnj: '',
    lrm: '',
    rlm: '',
    shy: '',
    NoBreak: '',
    af: '',
    ApplyFunction: '',
    it: '',
    ic: '',
  },
  ...{ InvisibleTimes: '', InvisibleComma: '', NegativeThinSpace: '', NegativeMediumSpace: '', NegativeThickSpace: '' },
};

/** "&amp;amp;amp;lt;" is one "&lt;" however often it was escaped. */
const ESCAPED_AGAIN = /&(?:(?:amp|#0{0,5}38|#x0{0,4}26);)+/gi;
/** As CommonMark reads them: with the semicolon. */
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,24}));/g;

export function withoutEntities(text: string): string {
  return text
    .replace(ESCAPED_AGAIN, '&')
    .replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name = '') => {
      if (name !== '') return Object.hasOwn(SIGNS, name) ? (SIGNS[name] as string) : whole;
      const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '0', 16) : Number(decimal);
      const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
      return isCharacter ? String.fromCodePoint(point) : '';
    });
}
