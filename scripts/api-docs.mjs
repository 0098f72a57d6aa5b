/**
 * Writes docs/api.md: every export of every entry of the package with its comment and its declaration, from the
 * sources. Packing runs it, so that the package brings the reference of its own version; it is not kept in the
 * repository.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LONGEST = 40;

/** Files are read and parsed once. */
const parsed = new Map();
function moduleAt(path) {
  if (!parsed.has(path)) {
    const text = readFileSync(path, 'utf8');
    const { program, comments } = parseSync(path, text);
    parsed.set(path, { path, text, body: program.body, comments });
  }
  return parsed.get(path);
}

const target = (module, source) => join(dirname(module.path), source.replace(/\.js$/, '.ts'));
const namesIn = (node) =>
  node.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => id.name) : [node.id?.name];

/** Names that a module exports, each with the module and the statement that declare it. */
function exportsOf(module) {
  return module.body.flatMap((node) => {
    if (node.type === 'ExportAllDeclaration') return exportsOf(moduleAt(target(module, node.source.value)));
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.declaration) return namesIn(node.declaration).map((name) => ({ name, module, node }));
    return node.specifiers.map(({ exported, local }) => ({
      ...declared(module, local.name, node.source?.value),
      name: exported.name,
    }));
  });
}

function declared(module, name, source) {
  if (source) return exportsOf(moduleAt(target(module, source))).find((one) => one.name === name);
  return { module, node: module.body.find((node) => namesIn(node).includes(name)) };
}

/** The comment that ends right before the statement. */
function commentOf({ text, comments }, { start }) {
  const comment = comments.find(
    ({ type, end }) => type === 'Block' && end <= start && text.slice(end, start).trim() === '',
  );
  return (comment?.value ?? '')
    .replace(/^\*|\n\s*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A function without its body, a value without what it is made of, a type as it stands. */
function declarationOf({ text }, node) {
  const inner = node.declaration ?? node;
  const [start, end] = [node.start, inner.body?.type === 'BlockStatement' ? inner.body.start : node.end];
  const lines = text
    .slice(start, end)
    .trimEnd()
    .replace(/^export /, '')
    .split('\n');
  if (inner.type === 'VariableDeclaration' && lines.length > 3) return `${lines[0].replace(/\s*[=([{]*$/, '')} …`;
  return lines.length > LONGEST ? [...lines.slice(0, LONGEST), '…'].join('\n') : lines.join('\n');
}

function sectionOf(entry, file) {
  const seen = exportsOf(moduleAt(file)).toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const items = seen.map(({ name, module, node }) => {
    const comment = commentOf(module, node);
    return [`### ${name}`, ...(comment ? [comment] : []), `\`\`\`ts\n${declarationOf(module, node)}\n\`\`\``].join(
      '\n\n',
    );
  });
  return [`## ${entry}`, `From \`${relative(root, file)}\`.`, ...items].join('\n\n');
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const sections = Object.entries(exports)
  .filter(([, entry]) => typeof entry !== 'string')
  .map(([entry, { default: file }]) =>
    sectionOf(entry.replace(/^\./, 'winnow-rag'), join(root, file.replace('dist', 'src').replace(/js$/, 'ts'))),
  );
const text = [
  '# API',
  'Made by `node scripts/api-docs.mjs`. How to use it: [library.md](library.md).',
  ...sections,
].join('\n\n');
if (process.argv.includes('--print')) process.stdout.write(`${text}\n`);
else writeFileSync(join(root, 'docs/api.md'), `${text}\n`);
