import { matches, parse, targetOf } from './paths.mjs';

/** Used by tools, or in the place of other files (web/vite.server.config.ts) or packages (vitest.config.ts). */
const CALLED_BY_TOOLS = [
  ...['**/*.config.ts', 'server/test/{global-setup,cheap-argon2}.ts', 'e2e/check-data.ts'],
  'web/server/{call,link-without-script,render,rendered-html}.{ts,tsx}',
];

/** @typedef {{ target: string, name: string }} Use `*` stands for all names. */

/**
 * Finds the properties that are used of a namespace, or `*` if it is handed on as a whole.
 * @param {string} local
 * @param {string} target
 * @param {string} source
 * @returns {Use[]}
 */
const usesOfNamespace = (local, target, source) => {
  const body = source.replaceAll(/^import\b[^;]*;$/gm, '');
  const uses = [...body.matchAll(new RegExp(`\\b${local}\\b(?:\\.(\\w+))?`, 'g'))];
  return uses.map(([, name]) => ({ target, name: name ?? '*' }));
};

/**
 * @param {string} file
 * @param {string} source
 * @returns {Use[]}
 */
const usesIn = (file, source) => {
  const { staticImports, staticExports, dynamicImports } = parse(file, source);
  const imported = staticImports.flatMap(({ moduleRequest, entries }) => {
    const target = targetOf(file, moduleRequest.value);
    return entries.flatMap(({ importName, localName }) =>
      importName.kind === 'NamespaceObject'
        ? usesOfNamespace(localName.value, target, source)
        : [{ target, name: importName.name ?? 'default' }],
    );
  });
  const handedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName }) =>
      moduleRequest ? [{ target: targetOf(file, moduleRequest.value), name: importName.name ?? '*' }] : [],
    ),
  );
  const late = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    target: targetOf(file, source.slice(start + 1, end - 1)),
    name: '*',
  }));
  return [...imported, ...handedOn, ...late];
};

/** @param {string} file @param {string} source */
const exportsOf = (file, source) =>
  parse(file, source).staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? 'default'),
  );

/**
 * The exports that no other file imports, as sentences.
 * @param {ReadonlyMap<string, string>} sources By path from the root.
 */
export const deadExports = (sources) => {
  const used = new Set(
    [...sources].flatMap(([file, source]) =>
      usesIn(file, source).map(({ target, name }) => `${target} ${name}`),
    ),
  );
  return [...sources]
    .filter(([file]) => !matches(file, CALLED_BY_TOOLS))
    .flatMap(([file, source]) =>
      [...new Set(exportsOf(file, source))]
        .filter((name) => !used.has(`${file} ${name}`) && !used.has(`${file} *`))
        .map(
          (name) =>
            `${file} exports ${name}, which no other file imports\n  Leave out the word export, or delete what nothing uses.`,
        ),
    );
};
