/** The rules of the source tree as one function from files to violations. Tests beside the source are not looked at. */
import { posix } from 'node:path';
import type { ESTree } from 'rolldown/utils';
import { parseSync, Visitor } from 'rolldown/utils';

/** Path from the repository's root ("src/core/run.ts") and text. */
export type SourceFile = { readonly path: string; readonly text: string };

/**
 * What each folder of src/ may import besides itself; "providers/local" names a subfolder. Top-level files may import
 * all.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  english: ['core'],
  text: ['core', 'english'],
  stages: ['core', 'english', 'text'],
  prompts: ['core', 'english', 'text', 'stages'],
  pipelines: ['core', 'english', 'text', 'stages', 'prompts'],
  providers: ['core', 'english', 'text'],
  engine: ['core', 'english', 'text', 'stages', 'prompts', 'pipelines', 'providers'],
  lab: ['core', 'english', 'text', 'engine', 'providers/local'],
  server: ['core', 'english', 'text', 'stages', 'prompts', 'pipelines', 'providers', 'engine', 'lab'],
  cli: ['core', 'english', 'text', 'stages', 'prompts', 'pipelines', 'providers', 'engine', 'lab', 'server'],
  testing: ['core'],
  bridges: ['core', 'providers', 'engine'],
};

const CONNECTING = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)$|^undici(?:\/|$)/;
const CONNECTING_GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];
const MAY_CONNECT = /^src\/providers\/http(?:\.ts$|\/)/;
const MAY_READ_CLOCK = 'src/core/clock.ts';
const MAY_READ_ENVIRONMENT = 'src/engine/environment.ts';
const MAY_DEFINE_CLASS = 'src/core/errors.ts';
const CLOCKS = /^(?:Date\.now|performance\.(?:now|timeOrigin)|process\.(?:hrtime|uptime))$/;
const PURE = /^(?:english|text)$/;
const MOST_LINES = 250;

/** Each text is parsed once, whatever is asked of it. */
const programs = new Map<string, ESTree.Program>();

function programOf({ path, text }: SourceFile): ESTree.Program {
  const program = programs.get(text) ?? parseSync(path, text).program;
  programs.set(text, program);
  return program;
}

/** Violations as "path: what", in the order of files. */
export function violationsIn(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const program = programOf({ path, text });
    const imports = importsOf(program).flatMap((specifier) => wrongImport(path, specifier));
    const found = [...imports, ...wrongSize(text), ...wrongUses(path, text, program)];
    return [...new Set(found)].map((what) => `${path}: ${what}`);
  });
}

/** Files that import each other, types included: each circle once, as "a.ts > b.ts > a.ts". */
export function circlesIn(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map(({ path, text }) => [path, targetsOf(path, text)]));
  const [done, circles] = [new Set<string>(), new Set<string>()];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) circles.add([...trail.slice(at), path].join(' > '));
    if (at >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return [...circles];
}

function targetsOf(path: string, text: string): string[] {
  return importsOf(programOf({ path, text }))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts'));
}

/** Static imports, re-exports, import(), require() and import types. */
function importsOf(program: ESTree.Program): string[] {
  const specifiers: string[] = [];
  const add = (node: ESTree.Node | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') specifiers.push(node.value);
    if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
      specifiers.push(node.quasis[0]?.value.cooked ?? '');
  };
  const source = (node: { readonly source: ESTree.Node | null }) => add(node.source);
  new Visitor({
    ImportDeclaration: source,
    ExportNamedDeclaration: source,
    ExportAllDeclaration: source,
    ImportExpression: source,
    TSImportType: source,
    TSExternalModuleReference: (node) => add(node.expression),
    CallExpression: (node) => isNamed(node.callee, 'require') && add(node.arguments[0]),
  }).visit(program);
  return specifiers;
}

function wrongImport(path: string, specifier: string): string[] {
  if (CONNECTING.test(specifier) && !MAY_CONNECT.test(path)) return [`imports ${specifier}, which opens connections`];
  if (specifier === 'winnow-rag' || specifier.startsWith('winnow-rag/'))
    return [`imports ${specifier}, its own package`];
  const [, layer = '', ...rest] = path.split('/');
  if (PURE.test(layer) && specifier.startsWith('node:')) return [`imports ${specifier}: ${layer}/ is pure`];
  if (!specifier.startsWith('.') || rest.length === 0) return [];
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith('src/')) return [`imports ${specifier}, outside src/`];
  const [, targetLayer = '', targetFolder = ''] = target.split('/');
  if (layer === 'pipelines' && targetLayer === 'pipelines' && targetFolder !== rest[0])
    return [`imports ${target}: pipelines never import each other`];
  const allowed = [layer, ...(MAY_IMPORT[layer] ?? [])].some((folder) => target.startsWith(`src/${folder}/`));
  return allowed ? [] : [`imports ${target}: ${layer}/ may not use ${targetLayer}/`];
}

function wrongSize(text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  return lines > MOST_LINES ? [`has ${lines} lines, more than ${MOST_LINES}`] : [];
}

/** What a file says that only other files may say, in the order it stands there. */
function wrongUses(path: string, text: string, program: ESTree.Program): string[] {
  const found: string[] = [];
  const textOf = (node: ESTree.Node) => text.slice(node.start, node.end);
  const defines = () => path !== MAY_DEFINE_CLASS && found.push('defines a class');
  const readsEnvironment = () => path !== MAY_READ_ENVIRONMENT && found.push('reads process.env');
  const readsClock = (node: ESTree.Node) => path !== MAY_READ_CLOCK && found.push(`reads the clock (${textOf(node)})`);
  const connects = (node: ESTree.Node) => {
    if (isNamed(node, ...CONNECTING_GLOBALS) && !MAY_CONNECT.test(path)) found.push(`uses the global ${textOf(node)}`);
  };
  new Visitor({
    TSAnyKeyword: () => found.push('uses the type any'),
    ClassDeclaration: defines,
    ClassExpression: defines,
    VariableDeclarator: (node) => takesEnvironment(node) && readsEnvironment(),
    NewExpression: (node) => {
      if (isNamed(node.callee, 'Date') && node.arguments.length === 0) readsClock(node);
      connects(node.callee);
    },
    CallExpression: (node) => {
      if (isNamed(node.callee, 'Date')) readsClock(node);
      connects(node.callee);
    },
    MemberExpression: (node) => {
      if (isNamed(node.object, 'process') && memberOf(node) === 'env') readsEnvironment();
      if (CLOCKS.test(textOf(node))) readsClock(node);
      connects(node.object);
      if (isNamed(node.object, 'globalThis')) connects(node.property);
    },
  }).visit(program);
  return found;
}

const isNamed = (node: ESTree.Node | null, ...names: readonly string[]) =>
  node?.type === 'Identifier' && names.includes(node.name);

function memberOf({ property }: ESTree.MemberExpression): unknown {
  return property.type === 'Literal' ? property.value : property.type === 'Identifier' && property.name;
}

/** `const { env } = process`. */
function takesEnvironment({ id, init }: ESTree.VariableDeclarator): boolean {
  if (id.type !== 'ObjectPattern' || !isNamed(init, 'process')) return false;
  return id.properties.some((property) => property.type === 'Property' && isNamed(property.key, 'env'));
}
