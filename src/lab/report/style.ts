/**
 * The report's one style sheet: light and dark by the reader's setting, narrow screens, print. No colour carries a
 * meaning alone.
 */

/**
 * Series after Okabe and Ito's palette for colour-blind readers, each dark enough for white figures on it, and lighter
 * on a dark page.
 */
export const STYLE = `
:root{color-scheme:light dark;--page:#fff;--ink:#1b1f24;--soft:#59636e;--line:#d1d9e0;--panel:#f6f8fa;--link:#0550ae;--warn:#8a4600;--warnpage:#fff6e5;
--c0:#0063a0;--c1:#b34e00;--c2:#00734f;--c3:#a0437a;--c4:#7a5c00;--c5:#3a6ea5;--c6:#5b3fa0;--c7:#6b6b6b;--on:#fff;
--h0:#c2410c;--h1:#e58a4e;--h2:#e9d8a6;--h3:#9ccfb6;--h4:#2f8f6b;--hdark:#fff;--hlight:#1b1f24}
@media screen and (prefers-color-scheme:dark){:root{--page:#0f1419;--ink:#e6edf3;--soft:#9aa7b4;--line:#323b45;--panel:#171e26;--link:#79b8ff;--warn:#f2c177;--warnpage:#2b2110;
--c0:#5aa9e6;--c1:#f0924a;--c2:#3fbf92;--c3:#dd8fc0;--c4:#d9b93f;--c5:#93b8dd;--c6:#ab97ea;--c7:#a8a8a8;--on:#0f1419;
--h0:#b3441a;--h1:#a8673a;--h2:#6e6440;--h3:#3f7d66;--h4:#2b9d72;--hlight:#fff}}
@media print{:root{color-scheme:light}#filter,nav{display:none!important}.tall{max-height:none!important}body{max-width:none}figure,article,tr{break-inside:avoid}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1240px;padding:1.2rem 1.4rem 4rem;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:1.7rem;margin:.2em 0;overflow-wrap:anywhere}h2{font-size:1.3rem;margin:2.4rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--line)}h3{font-size:1.05rem;margin:1.4rem 0 .4rem;overflow-wrap:anywhere}h4{margin:.8rem 0 .2rem}
a{color:var(--link)}a.n{text-decoration:underline dotted;text-underline-offset:3px;font-variant-numeric:tabular-nums}a:focus-visible,summary:focus-visible,button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:.6rem 0;font-size:.92rem}
small,.note{color:var(--soft)}.note{font-size:.9rem;max-width:90ch}.warning{background:var(--warnpage);color:var(--warn);border:1px solid currentColor;border-radius:6px;padding:.5rem .8rem}
code,pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}pre{background:var(--panel);padding:.7rem;border-radius:6px;overflow:auto;max-height:24rem}
.pairs{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(570px,100%),1fr));gap:.2rem 1rem}.pairs figure{margin:.4rem 0;min-width:0}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(270px,1fr));gap:.5rem 1.4rem;margin:1rem 0}.facts dt{color:var(--soft);font-size:.85rem}.facts dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto;margin:.8rem 0}.tall{max-height:75vh;overflow-y:auto;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}caption{text-align:start;color:var(--soft);padding:.2rem 0;white-space:nowrap}
th,td{padding:.28rem .6rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}thead th{font-weight:600;border-bottom:2px solid var(--line);background:var(--page);white-space:nowrap}tbody th{font-weight:400;min-width:8rem}.sortable th a{white-space:nowrap}.sortable th,.sortable td{padding:.28rem .5rem}
td small{white-space:nowrap}th button{all:unset;cursor:pointer;font-weight:600}th button:focus-visible{outline:2px solid var(--link)}th button::after{content:" ↕";color:var(--soft)}th[aria-sort=ascending] button::after{content:" ↑"}th[aria-sort=descending] button::after{content:" ↓"}
@media (min-width:641px){.sortable tbody th,.sortable thead th:first-child{position:sticky;left:0;background:var(--page)}}
figure{margin:1rem 0}figcaption{font-weight:600;font-size:.95rem;margin-bottom:.3rem}.chart{overflow-x:auto}.multiples{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(460px,100%),1fr));gap:.4rem 1.4rem}.multiples figure{margin:.4rem 0;min-width:0}
svg{display:block}svg text{font:12px system-ui,sans-serif;fill:var(--ink)}.axis text{fill:var(--soft);font-size:11.5px}.axis .name{font-size:12px;fill:var(--ink)}.axis line{stroke:var(--soft)}.axis .grid{stroke:var(--line)}
.hit{fill:transparent}svg a:hover .hit,svg a:focus-visible .hit{fill:var(--panel)}svg a{cursor:pointer}.reference{stroke:var(--ink);stroke-dasharray:4 3}.bar{fill:var(--c0)}.whisker{stroke-width:3;stroke-opacity:.55}.line{fill:none;stroke-width:2}svg text.on{fill:var(--on);font-size:11px;pointer-events:none}
.s0{--c:var(--c0)}.s1{--c:var(--c1)}.s2{--c:var(--c2)}.s3{--c:var(--c3)}.s4{--c:var(--c4)}.s5{--c:var(--c5)}.s6{--c:var(--c6)}.s7{--c:var(--c7)}
.whisker,.line{stroke:var(--c)}.mark{fill:var(--c);stroke:var(--page);stroke-width:1.2}svg text.end{fill:var(--c);font-weight:600}.line.d1{stroke-dasharray:7 3}.line.d2{stroke-dasharray:2 3}
.part{stroke:var(--page);stroke-width:1}.cited{fill:var(--c2)}.lost0,.lost1{fill:var(--c1)}.lost2{fill:var(--c3)}.lost3{fill:var(--c7)}.lost4{fill:var(--c6)}.lost5{fill:var(--c4)}.lost6{fill:var(--c0)}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.2rem 0;font-size:.88rem}.legend svg{display:inline-block;vertical-align:-1px}
.heat{font-size:.8rem}.heat td,.heat th{padding:.12rem .4rem;border:1px solid var(--page)}.heat thead th{position:sticky;top:0;z-index:1}.heat td{text-align:center;min-width:2.4rem}.heat td a{color:inherit;text-decoration:none;display:block}.heat td a:hover{text-decoration:underline}.heat tbody th{min-width:18rem}
.h0,.h4{color:var(--hdark)}.h1,.h2,.h3{color:var(--hlight)}.h0{background:var(--h0)}.h1{background:var(--h1)}.h2{background:var(--h2)}.h3{background:var(--h3)}.h4{background:var(--h4)}.h-none{color:var(--soft);background:var(--panel)}.key span{display:inline-block;padding:0 .5rem;font-size:.85rem}.names{columns:3 18rem;font-size:.88rem;overflow-wrap:anywhere}
.question{border:1px solid var(--line);border-radius:8px;padding:.2rem 1rem .8rem;margin:1rem 0}.question h3{margin-top:.6rem}.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:1rem}.sides>div{min-width:0}
details>summary{cursor:pointer}.detail{padding:.3rem 0 .3rem .9rem;border-left:3px solid var(--line);margin:.3rem 0;overflow-wrap:anywhere;max-width:100ch}.detail p{margin:.35rem 0}blockquote{margin:.2rem 0;padding:.4rem .8rem;background:var(--panel);border-radius:6px;white-space:pre-wrap}
.claims,.sources{margin:.2rem 0;padding-inline-start:1.2rem}.verdict{font-weight:600;white-space:nowrap}.v-supported{color:var(--c2)}.v-partial{color:var(--c4)}.v-contradicted,.v-unsupported{color:var(--c1)}.scores{font-size:.85rem;color:var(--soft)}.scores span{white-space:nowrap;margin-inline-end:.6rem}
.rows{content-visibility:auto;contain-intrinsic-size:auto 60rem}.rows table{width:100%}.rows table{table-layout:fixed;min-width:54rem}.rows thead th{white-space:normal;overflow-wrap:anywhere;font-size:.78rem;vertical-align:bottom;width:5.7rem;padding-inline:.4rem}.rows thead th:first-child{width:auto}.rows td:first-child{overflow-wrap:anywhere}.rows td>p{margin:.1rem 0;color:var(--soft)}.rows summary{color:var(--soft)}.detail small{white-space:normal}.v{display:none}.scored .v{display:table-cell;font-weight:600}
tr:target,tr:target>*{background:var(--warnpage)}[hidden]{display:none!important}
#filter{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center;background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:.5rem .8rem;font-size:.88rem}#filter select{max-width:14rem}#filter output{font-weight:600;flex-basis:100%}.rows{scroll-margin-top:6.5rem}.rows tr{scroll-margin-top:9.5rem}
@media (max-width:640px){body{padding:.8rem .8rem 3rem;font-size:14px}#filter{position:static}.heat tbody th{min-width:9rem}.detail{padding-left:.5rem}tbody th{min-width:7rem}.sortable th a,caption{white-space:normal;overflow-wrap:anywhere}}
`;
