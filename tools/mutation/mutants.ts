import { parseSync } from 'vite';

/** One small change of a source, which a test must notice. */
export interface Mutant {
  /** The changed text and its replacement; stable while the text stands anywhere in the file. */
  readonly name: string;
  readonly line: number;
  /** The declaration or statement of the module that it stands in. */
  readonly within: string;
  /** The whole module with this change. */
  readonly source: string;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** The module with every mutant in it; the one that `globalThis.mutation` names is switched on. */
  readonly source: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** An edit with the expression or statement that is chosen at run time, changed or as it stands. */
interface Switch extends Edit {
  readonly host: Node;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Place {
  readonly node: Node;
  readonly parent: Node | null;
  readonly grandparent: Node | null;
  /** The ancestors from the parent outwards. */
  readonly ancestors: readonly Node[];
  readonly text: (node: Node) => string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

const part = (node: Node, key: string): Node => {
  const found = node[key];
  if (!isNode(found)) throw new Error(`${node.type} has no ${key}`);
  return found;
};

const replace = (node: Node, replacement: string): Edit => ({
  start: node.start,
  end: node.end,
  replacement,
});

const isTest = ({ node, parent }: Place): boolean =>
  parent !== null && ['IfStatement', 'ConditionalExpression'].includes(parent.type) && parent.test === node;

/** `if (…) throw …`: its condition is changed already. */
const isGuarded = ({ parent, grandparent }: Place): boolean => {
  if (parent?.type === 'IfStatement') return true;
  return grandparent?.type === 'IfStatement' && nodesOf(parent?.body).length === 1;
};

/** Guards for the type checker only: `if (!row) throw new Error(…)`. */
const isImpossible = ({ node, text }: Place): boolean =>
  node.type === 'IfStatement' && /^\{?\s*throw new Error\(/.test(text(part(node, 'consequent')));

/** Skips the constant that leaving out a side already gives: false of `a || b`, true of `a && b`. */
const conditions = (place: Place): Edit[] => {
  if (isImpossible(place)) return [];
  const test = part(place.node, 'test');
  const values = ['true', 'false'].filter(
    (value) => !(value === 'true' ? test.operator === '&&' : test.operator === '||'),
  );
  return values.map((value) => replace(test, value));
};

const FILLERS = ['Literal', 'ArrayExpression', 'ObjectExpression'];

/** `name ?? ''` says what the types want to hear; without the right side the same values come. */
const isFiller = (node: Node): boolean =>
  node.operator === '??' && FILLERS.includes(part(node, 'right').type);

/** Inside `sums ?? { paid: 0 }`. */
const isInFiller = ({ node, ancestors }: Place): boolean =>
  ancestors.some(
    (each) =>
      each.type === 'LogicalExpression' &&
      isFiller(each) &&
      part(each, 'right').start <= node.start &&
      node.end <= part(each, 'right').end,
  );

/** A side of the condition of what cannot happen. */
const isOfImpossible = ({ parent, grandparent, ancestors, text }: Place): boolean =>
  parent !== null && isImpossible({ node: parent, parent: grandparent, grandparent: null, ancestors, text });

const sides = (place: Place): Edit[] => (isOfImpossible(place) ? [] : eitherSide(place));

const eitherSide = (place: Place): Edit[] => [
  ...(isFiller(place.node) ? [] : [replace(place.node, place.text(part(place.node, 'left')))]),
  replace(place.node, place.text(part(place.node, 'right'))),
];

const boundaries = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);
const inversions = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['-', '+'],
  ['*', '/'],
]);

/** Skips inversions that other mutants of the condition already cover. */
const isCondition = (place: Place): boolean => isTest(place) || place.parent?.type === 'LogicalExpression';

/** A module computes it once, while it loads. */
const isConstant = ({ ancestors }: Place): boolean =>
  !ancestors.some(({ type }) => type.endsWith('FunctionExpression') || type === 'FunctionDeclaration');

const comparison = (place: Place): Edit[] => {
  const { node, text } = place;
  if (isConstant(place)) return [];
  const [left, right] = [text(part(node, 'left')), text(part(node, 'right'))];
  // No list has fewer than 0 elements, so the condition always holds.
  if (left.endsWith('.length') && right === '0') return [];
  const operator = String(node.operator);
  const other = boundaries.get(operator) ?? (isCondition(place) ? undefined : inversions.get(operator));
  return other ? [replace(node, `${left} ${other} ${right}`)] : [];
};

const negation = (place: Place): Edit[] =>
  place.node.operator === '!' && !isCondition(place)
    ? [replace(place.node, place.text(part(place.node, 'argument')))]
    : [];

const statement = ({ node }: Place): Edit[] =>
  ['CallExpression', 'AwaitExpression'].includes(part(node, 'expression').type) ? [replace(node, ';')] : [];

const thrown = (place: Place): Edit[] => (isGuarded(place) ? [] : [replace(place.node, ';')]);

const without = (nodes: readonly Node[], left: Node, text: Place['text']): string =>
  nodes
    .filter((node) => node !== left)
    .map(text)
    .join(', ');

/** Links of a chain without which it still is one: what they guard is open then. */
const links = new Set(['where', 'for', 'filter', 'onConflictDoNothing', 'limit', 'orderBy', 'toSorted']);
const methods = new Map([
  ['every', 'some'],
  ['some', 'every'],
]);
/** Operators of the query builder with another of the same form. */
const operators = new Map([
  ['gt', 'gte'],
  ['gte', 'gt'],
  ['lt', 'lte'],
  ['lte', 'lt'],
  ['isNull', 'isNotNull'],
  ['isNotNull', 'isNull'],
]);

/** `const [row] = await ….limit(1)`: the first row is the same without it. */
const takesFirst = ({ node, ancestors, text }: Place): boolean =>
  text(node).endsWith('.limit(1)') &&
  ancestors[0]?.type === 'AwaitExpression' &&
  ancestors[1]?.type === 'VariableDeclarator' &&
  part(ancestors[1], 'id').type === 'ArrayPattern';

const methodCall = (place: Place, callee: Node): Edit[] => {
  const { node, text } = place;
  const name = text(part(callee, 'property'));
  if (name === 'limit' && takesFirst(place)) return [];
  if (links.has(name)) return [replace(node, text(part(callee, 'object')))];
  const other = methods.get(name);
  return other ? [replace(part(callee, 'property'), other)] : [];
};

const functionCall = ({ node, text }: Place, callee: Node): Edit[] => {
  const name = text(callee);
  const given = nodesOf(node.arguments);
  if (['and', 'or'].includes(name) && given.length > 1) {
    return given.map((dropped) => replace(node, `${name}(${without(given, dropped, text)})`));
  }
  const other = operators.get(name);
  return other ? [replace(callee, `drizzle.${other}`)] : [];
};

const call = (place: Place): Edit[] => {
  const callee = part(place.node, 'callee');
  if (callee.type === 'MemberExpression') return methodCall(place, callee);
  return callee.type === 'Identifier' ? functionCall(place, callee) : [];
};

/** `(typeof STATES)[number]`: where the type of the words is used, the type check notices one that is missing. */
const makesType = ({ ancestors: [, declarator, ...further], text }: Place): boolean => {
  const program = further.at(-1);
  if (declarator?.type !== 'VariableDeclarator' || !program) return false;
  return text(program).includes(`(typeof ${text(part(declarator, 'id'))})[number]`);
};

/** A list of words or numbers stands for a rule: each of them counts. */
const list = (place: Place): Edit[] => {
  const { node, text } = place;
  const elements = nodesOf(node.elements);
  if (makesType(place)) return [];
  if (elements.length < 2 || elements.some(({ type }) => type !== 'Literal')) return [];
  return elements.map((dropped) => replace(node, `[${without(elements, dropped, text)}]`));
};

const valueParents = new Set([
  'Property',
  'VariableDeclarator',
  'ReturnStatement',
  'ArrowFunctionExpression',
]);

/** Skips the numbers of constants: what depends on them is changed where they are compared. */
const literal = (place: Place): Edit[] => {
  const { node, parent } = place;
  if (!parent || !valueParents.has(parent.type) || parent.key === node) return [];
  if (typeof node.value === 'boolean') return [replace(node, String(!node.value))];
  if (typeof node.value !== 'number' || isConstant(place) || isInFiller(place)) return [];
  return [replace(node, String(node.value + 1))];
};

const sqlWords: readonly (readonly [RegExp, string])[] = [
  [/\band\b/g, 'or'],
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bnot exists\b/g, 'exists'],
  [/\bfor (no key )?update\b/g, ''],
  [/\bdesc\b/g, 'asc'],
];

const sqlText = ({ node, parent, grandparent, text }: Place): Edit[] => {
  if (parent?.type !== 'TemplateLiteral' || grandparent?.type !== 'TaggedTemplateExpression') return [];
  if (text(part(grandparent, 'tag')) !== 'sql') return [];
  const words = text(node);
  return sqlWords.flatMap(([word, replacement]) =>
    [...words.matchAll(word)].map(({ index, 0: found }) => ({
      start: node.start + index,
      end: node.start + index + found.length,
      replacement,
    })),
  );
};

const editsOf = new Map<string, (place: Place) => Edit[]>([
  ['IfStatement', conditions],
  ['ConditionalExpression', conditions],
  ['LogicalExpression', sides],
  ['BinaryExpression', comparison],
  ['UnaryExpression', negation],
  ['ExpressionStatement', statement],
  ['ThrowStatement', thrown],
  ['CallExpression', call],
  ['ArrayExpression', list],
  ['Literal', literal],
  ['TemplateElement', sqlText],
]);

/** Types, and what is imported, do nothing while the program runs. */
const skipped = /^(Import|TSInterface|TSTypeAlias|TSTypeAnnotation|TSTypeParameter)/;

const isChainLink = (node: Node, parent: Node): boolean =>
  ['MemberExpression', 'CallExpression', 'TSNonNullExpression', 'ChainExpression'].includes(parent.type) &&
  [parent.object, parent.callee, parent.expression].includes(node);

/** `a?.b.filter(c)` is one expression: in brackets, its middle would no longer end with `a`. */
const wholeChain = (node: Node, [parent, ...further]: readonly Node[]): Node | null => {
  if (!parent || !isChainLink(node, parent)) return null;
  return parent.type === 'ChainExpression' ? parent : wholeChain(parent, further);
};

const hostOf = ({ node, grandparent, ancestors }: Place): Node => {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return part(node, 'test');
  if (node.type === 'TemplateElement') return grandparent ?? node;
  return wholeChain(node, ancestors) ?? node;
};

const walk = (place: Place, switches: Switch[]): Switch[] => {
  const { node, parent, ancestors, text } = place;
  if (skipped.test(node.type)) return switches;
  const edits = editsOf.get(node.type)?.(place) ?? [];
  switches.push(...edits.map((edit) => ({ ...edit, host: hostOf(place) })));
  for (const child of Object.values(node).flatMap(nodesOf)) {
    walk({ node: child, parent: node, grandparent: parent, ancestors: [node, ...ancestors], text }, switches);
  }
  return switches;
};

const oneLine = (text: string): string => {
  const short = text.replaceAll(/\s+/g, ' ').trim();
  return short.length > 90 ? `${short.slice(0, 60)} … ${short.slice(-25)}` : short;
};

/** The line with the change marked, so that the same words elsewhere have another name. */
const describe = (source: string, { start, end, replacement }: Edit): string => {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trimStart();
  const [after = ''] = source.slice(end).split('\n', 1);
  return `${oneLine(before)}[${oneLine(source.slice(start, end))} → ${oneLine(replacement)}]${oneLine(after)}`;
};

const withinOf = (source: string, statements: readonly Node[], { start }: Edit): string => {
  const statement = statements.find((each) => each.start <= start && start < each.end);
  return statement ? source.slice(statement.start, statement.end) : '';
};

const nameMutants = (source: string, root: Node, edits: readonly Edit[]): Mutant[] => {
  const seen = new Map<string, number>();
  const statements = nodesOf(root.body);
  return edits.map((edit) => {
    const name = describe(source, edit);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return {
      name: times === 1 ? name : `${name} (${times})`,
      line: source.slice(0, edit.start).split('\n').length,
      within: withinOf(source, statements, edit),
      source: source.slice(0, edit.start) + edit.replacement + source.slice(edit.end),
    };
  });
};

// It stands on the first line of the module, so that all lines keep their numbers.
const PROLOGUE =
  "import * as drizzle from 'drizzle-orm'; function isMutant(key) { return globalThis.mutation?.(key) ?? false; } ";

const writeSwitch = (source: string, { host, ...edit }: Switch, key: number, rest: string): string => {
  const changed = source.slice(host.start, edit.start) + edit.replacement + source.slice(edit.end, host.end);
  return host.type.endsWith('Statement')
    ? `{ if (isMutant(${key})) { ${changed} } else { ${rest} } }`
    : `(isMutant(${key}) ? (${changed}) : (${rest}))`;
};

const withSwitches = (root: Node, source: string, switches: readonly Switch[], firstKey: number): string => {
  const write = (node: Node): string => {
    let [text, at] = ['', node.start];
    const children = Object.values(node).flatMap(nodesOf);
    for (const child of children.sort((a, b) => a.start - b.start || b.end - a.end)) {
      // The key of `{ name = 1 }` is a part of the value, which is written already.
      if (child.start < at) continue;
      text += source.slice(at, child.start) + write(child);
      at = child.end;
    }
    text += source.slice(at, node.end);
    return switches.reduce(
      (rest, edit, index) => (edit.host === node ? writeSwitch(source, edit, firstKey + index, rest) : rest),
      text,
    );
  };
  return PROLOGUE + source.slice(0, root.start) + write(root) + source.slice(root.end);
};

/** Every mutant of a module, in the order of its source; the first has the key `firstKey`, the next the next number. */
export const instrument = (file: string, source: string, firstKey = 0): Instrumented => {
  const { program, errors } = parseSync(file, source, { lang: 'ts', astType: 'ts' });
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const text = (node: Node) => source.slice(node.start, node.end);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`${file} has no program`);
  const switches = walk({ node: root, parent: null, grandparent: null, ancestors: [], text }, []);
  switches.sort((a, b) => a.start - b.start);
  return {
    mutants: nameMutants(source, root, switches),
    source: withSwitches(root, source, switches, firstKey),
  };
};
