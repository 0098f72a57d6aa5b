/** The report's one script: sorts tables, and shows the rows a number was made of. Everything else works without it. */

export const SCRIPT = `
(() => {
  'use strict';
  const by = (id) => document.getElementById(id);
  const bar = by('filter');
  const section = by('rows');
  if (!bar || !section) return;
  bar.hidden = false;
  const blocks = [...section.querySelectorAll('section.rows')].map((block) => ({ block, body: block.querySelector('tbody'), head: block.querySelector('th.v') }));
  const rows = blocks.flatMap(({ block, body }, column) => [...body.rows].map((row, at) => ({
    row, column, at, block, question: row.id.split('q')[1], values: row.dataset.v.split(','), tags: row.dataset.k.split(' '), cell: row.querySelector('td.v'),
  })));
  const fields = { m: by('f-m'), k: by('f-k'), p: by('f-p'), from: by('f-from'), to: by('f-to'), text: by('f-text') };
  const columned = new Set([...section.querySelectorAll('th[data-m]')].map((head) => head.dataset.m));
  const nothing = { columns: null, sign: null, question: null };
  let chosen = nothing;
  let turned = false;
  const numberIn = (field) => (field.value.trim() === '' ? null : Number(field.value));
  const valueOf = (entry, metric) => (metric === '' || entry.values[metric] === '' ? null : Number(entry.values[metric]));

  const signsOf = (metric) => {
    if (chosen.sign === null || !chosen.columns || metric === '') return null;
    const [first, second] = chosen.columns;
    const sides = new Map();
    for (const entry of rows) if (entry.column === first || entry.column === second) {
      const pair = sides.get(entry.question) || [null, null];
      pair[entry.column === second ? 1 : 0] = valueOf(entry, metric);
      sides.set(entry.question, pair);
    }
    return new Set([...sides].filter(([, [a, b]]) => a !== null && b !== null && Math.sign(b - a) === chosen.sign).map(([question]) => question));
  };

  const apply = () => {
    const metric = fields.m.value;
    const [from, to, text, tag, column] = [numberIn(fields.from), numberIn(fields.to), fields.text.value.toLowerCase(), fields.k.value, fields.p.value];
    const questions = signsOf(metric);
    let [shown, sum] = [0, 0];
    for (const entry of rows) {
      const value = valueOf(entry, metric);
      const own = chosen.columns ? chosen.columns.includes(entry.column) : column === '' || Number(column) === entry.column;
      entry.shown = own && (metric === '' || value !== null) && (from === null || value >= from) && (to === null || value <= to) &&
        (tag === '' || entry.tags.includes(tag)) && (!questions || questions.has(entry.question)) && (chosen.question === null || chosen.question === entry.question) && (text === '' || entry.row.textContent.toLowerCase().includes(text));
      entry.value = value;
      entry.row.hidden = !entry.shown;
      if (entry.shown) { shown += 1; sum += value === null ? 0 : value; }
      entry.cell.textContent = entry.shown && value !== null ? String(Number(value.toPrecision(4))) : '';
    }
    section.classList.toggle('scored', metric !== '' && !columned.has(metric));
    const name = metric === '' ? '' : fields.m.options[fields.m.selectedIndex].text;
    const order = metric === '' ? (a, b) => a.at - b.at : (a, b) => (turned ? b.value - a.value : a.value - b.value) || a.at - b.at;
    for (const { block, body, head } of blocks) {
      const own = rows.filter((entry) => entry.block === block);
      block.hidden = !own.some((entry) => entry.shown);
      head.textContent = name;
      if (!block.hidden) body.append(...own.toSorted(order).map((entry) => entry.row));
    }
    const mean = metric === '' || shown === 0 ? '' : ', mean ' + name + ' ' + Number((sum / shown).toPrecision(4)) + ', sum ' + Number(sum.toPrecision(6));
    by('f-said').textContent = shown + ' of ' + rows.length + ' rows' + mean;
  };

  const choose = ({ p = '', m = '', k = '', from = '', to = '', sign, q = null }) => {
    const columns = p === '' ? null : p.split(' ').map(Number);
    chosen = { columns: columns && columns.length > 1 && columns.length < blocks.length || sign !== undefined ? columns : null, sign: sign === undefined ? null : Number(sign), question: q };
    fields.p.value = columns && columns.length === 1 ? String(columns[0]) : '';
    Object.assign(fields.m, { value: m });
    Object.assign(fields.k, { value: k });
    fields.from.value = from;
    fields.to.value = to;
    fields.text.value = '';
    turned = false;
    apply();
  };

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    if (link.dataset.p !== undefined) choose(link.dataset);
    else reveal(link.getAttribute('href').slice(1));
  });

  const reveal = (id) => {
    const row = by(id);
    if (!row || !row.dataset.v) return;
    if (row.hidden || row.closest('section').hidden) choose({});
    const details = row.querySelector('details');
    if (details) details.open = true;
  };
  addEventListener('hashchange', () => reveal(location.hash.slice(1)));

  for (const field of Object.values(fields)) field.addEventListener(field.type === 'search' ? 'input' : 'change', () => {
    if (field === fields.p) chosen = nothing;
    apply();
  });
  by('f-all').addEventListener('click', () => choose({}));
  by('f-turn').addEventListener('click', () => { turned = !turned; apply(); });

  const keyOf = (row, at) => {
    const text = row.cells[at].textContent.trim().replace('\\u2212', '-').replace(/[$,<]/g, '');
    const number = Number.parseFloat(text);
    return Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : typeof a === 'number' ? -1 : typeof b === 'number' ? 1 : a.localeCompare(b));
  for (const table of document.querySelectorAll('table.sortable')) {
    if (table.tBodies[0].rows.length < 2) continue;
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = head.textContent || 'name';
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const up = head.getAttribute('aria-sort') === 'descending';
        for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        const body = table.tBodies[0];
        body.append(...[...body.rows].sort((a, b) => (up ? 1 : -1) * compare(keyOf(a, at), keyOf(b, at))));
      });
    });
  }
  apply();
  reveal(location.hash.slice(1));
})();
`;
