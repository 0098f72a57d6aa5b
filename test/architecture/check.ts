/** The rules of the source tree as one function from files to violations. Tests beside the source are not looked at. */
import { posix } from 'node:path';
import ts from 'typescript';

/** Path from the repository's root ("src/core/run.ts") and text. */
export type SourceFile = { readonly path: string; readonly text: string };

/** What each folder of src/ may import besides itself; "providers/local" names a subfolder. Top-level files may import all. */
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
const PURE = /^(?:english|text)$/;
const MOST_LINES = 250;

/** Violations as "path: what", in the order of files. */
export function violationsIn(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const found = [...importsOf(tree).flatMap((specifier) => wrongImport(path, specifier)), ...wrongSize(text)];
    const visit = (node: ts.Node): void => {
      found.push(...wrongNode(path, node));
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return [...new Set(found)].map((what) => `${path}: ${what}`);
  });
}

/** Static imports, re-exports, import() and import types. */
function importsOf(tree: ts.SourceFile): string[] {
  const specifiers: string[] = [];
  const add = (node: ts.Node | undefined) => {
    if (node && ts.isStringLiteralLike(node)) specifiers.push(node.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require'))
      add(node.arguments[0]);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return specifiers;
}

function wrongImport(path: string, specifier: string): string[] {
  if (CONNECTING.test(specifier) && !MAY_CONNECT.test(path)) return [`imports ${specifier}, which opens connections`];
  if (specifier === 'winnow-rag' || specifier.startsWith('winnow-rag/')) return [`imports ${specifier}, its own package`];
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

function wrongNode(path: string, node: ts.Node): string[] {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return ['uses the type any'];
  if (ts.isClassLike(node) && path !== MAY_DEFINE_CLASS) return ['defines a class'];
  if (readsEnvironment(node) && path !== MAY_READ_ENVIRONMENT) return ['reads process.env'];
  if (readsClock(node) && path !== MAY_READ_CLOCK) return [`reads the clock (${node.getText()})`];
  if (ts.isIdentifier(node) && CONNECTING_GLOBALS.includes(node.text) && isGlobalUse(node) && !MAY_CONNECT.test(path))
    return [`uses the global ${node.text}`];
  return [];
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.expression.getText() === 'process' && node.name.text === 'env';
  if (ts.isElementAccessExpression(node))
    return node.expression.getText() === 'process' && /^["']env["']$/.test(node.argumentExpression.getText());
  if (!ts.isVariableDeclaration(node) || !ts.isObjectBindingPattern(node.name) || node.initializer?.getText() !== 'process') return false;
  return node.name.elements.some((element) => (element.propertyName ?? element.name).getText() === 'env');
}

function readsClock(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0;
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return true;
  return (
    ts.isPropertyAccessExpression(node) && /^(?:Date\.now|performance\.(?:now|timeOrigin)|process\.(?:hrtime|uptime))$/.test(node.getText())
  );
}

/** A call or a new of the name itself, or of it as a member of the global object: not of somebody's method, and not a declaration. */
function isGlobalUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node || parent.expression.getText() === 'globalThis';
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
}
