/** Small pages that look like HTML and are often broken: a seed gives the same pages every time. */

export type Random = () => number;

/** Mulberry32, a small generator of numbers from 0 to 1 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const tags =
  'div p span a h1 h2 h3 h5 ul ol li dl dt dd table tbody tr td th caption pre code blockquote figure figcaption img br hr b strong em sup section article main aside nav header footer form button select option svg math iframe noscript template title style script textarea body html head p div p div constructor __proto__'.split(
    ' ',
  );
const words =
  'The river rises slowly, and nobody in town had seen it so high before. Numbers: 42, 1999-12-31; prices fell 3 %. Read more Share © naïve “quoted” 東京 зима 😀 &amp; &lt;b&gt; &nbsp; &#x200b; &bogus; &zwnj; a\u200bb \u202etxet | # * ` --- > <'.split(
    ' ',
  );
const attributes = [
  'class="content"',
  'class="nav menu"',
  'id="comments"',
  'style="display:none"',
  'style="color:#fff;background:#fff"',
  'hidden',
  'aria-hidden=true',
  'href="/x"',
  'href="#note"',
  'colspan=3',
  'rowspan="99999"',
  'role=heading',
  'class="message"',
  'class="post" id="phpbb"',
  'class="username"',
  'class="content bbWrapper"',
  'class="col-md-4"',
  'class="col-md-8"',
  'class="callout"',
  'size=5',
  'itemprop="articleBody"',
  'lang=de',
  'start=-7',
  "class='unclosed",
  '=x',
];
const oddities = [
  '\u0000',
  '<',
  '</',
  '<!',
  '<!--',
  '-->',
  '<![CDATA[x]]>',
  '<?php ?>',
  '</div></div>',
  '</p>',
  '<p',
  '<a href="',
  '&',
  '&#',
  '&#xD800;',
  '<style>.x{display:none}</style>',
  '<script>if(a<b){}</script>',
  '\ud83d',
  '<title>t</title>',
  '<table><tr><td>',
];

export function generatePage(random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const parts: string[] = [];
  const open: string[] = [];
  const length = 5 + Math.floor(random() * 60);
  for (let step = 0; step < length; step++) {
    const dice = random();
    if (dice < 0.3) {
      const tag = pick(tags);
      open.push(tag);
      parts.push(`<${tag}${random() < 0.3 ? ` ${pick(attributes)}` : ''}${random() < 0.03 ? '/' : ''}>`);
    } else if (dice < 0.5 && open.length > 0) parts.push(`</${random() < 0.85 ? open.pop()! : pick(tags)}>`);
    else if (dice < 0.92)
      parts.push(Array.from({ length: 1 + Math.floor(random() * 14) }, () => pick(words)).join(' '));
    else parts.push(pick(oddities));
  }
  const page = parts.join('');
  return random() < 0.1 ? page.slice(0, Math.floor(random() * page.length)) : page;
}
