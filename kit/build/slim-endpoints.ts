import type { Plugin } from 'vite';
import { parseAst } from 'vite';

/** The parts of an endpoint that a browser reads; bodies, queries and summaries are for the server. */
const READ = new Set(['method', 'path', 'access', 'answer']);

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const treeOf = (code: string) => parseAst(code) as unknown as Node;

/** All nodes below `node`, itself included. */
const nodesOf = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(nodesOf)];

const isEndpoint = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && callee.name === 'endpoint';

const propertiesOf = (call: Node): Node[] => {
  const [description] = call.arguments as Node[];
  return (description?.properties ?? []) as Node[];
};

const isUnread = ({ key }: Node): boolean => isNode(key) && !READ.has(String(key.name));

const without = (code: string, nodes: readonly Node[]): string =>
  nodes
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code);

const withoutUnread = (code: string): string =>
  without(code, nodesOf(treeOf(code)).filter(isEndpoint).flatMap(propertiesOf).filter(isUnread));

const isImport = ({ type }: Node): boolean => type === 'ImportDeclaration';

const importedNames = (declaration: Node): unknown[] =>
  ((declaration.specifiers ?? []) as Node[]).map(({ local }) => isNode(local) && local.name);

/** Bundlers group files by their imports, used or not. */
const withoutUnusedImports = (code: string): string => {
  const statements = treeOf(code).body as Node[];
  const used = new Set(
    statements
      .filter((statement) => !isImport(statement))
      .flatMap(nodesOf)
      .map(({ name }) => name),
  );
  const unused = statements
    .filter(isImport)
    .filter((declaration) => importedNames(declaration).every((name) => !used.has(name)));
  return without(code, unused);
};

/** The code of a module without the properties of its endpoints that no browser reads. */
export const slimEndpoints = (code: string): string => {
  const slim = withoutUnread(code);
  return slim === code ? code : withoutUnusedImports(slim);
};

/** Leaves out of the bundle what only the server needs of the contract: the schemas of requests with their validators. */
export const withoutServerParts = (): Plugin => ({
  name: 'without-server-parts',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /contract[\\/]src[\\/].+\.ts$/ },
    handler: (code) => slimEndpoints(code),
  },
});
