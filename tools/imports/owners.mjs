import { writers } from '../../imports.mjs';
import { matches, parse, targetOf } from './paths.mjs';

/** @param {string} file */
const moduleOf = (file) => /^server\/src\/([^/]+)\//.exec(file)?.[1];

/**
 * The tables of other modules that a file names, by their local names.
 * @param {string} file
 * @param {string} source
 */
const foreignTables = (file, source) =>
  parse(file, source).staticImports.flatMap(({ moduleRequest, entries }) => {
    const owner = /^server\/src\/([^/]+)\/tables\.ts$/.exec(targetOf(file, moduleRequest.value))?.[1];
    if (!owner || owner === moduleOf(file)) return [];
    return entries.map(({ localName, importName }) => ({
      owner,
      local: localName.value,
      table: importName.name ?? localName.value,
    }));
  });

/**
 * The places where a file of the server inserts, updates or deletes rows of another module's table, as sentences.
 * @param {string} file
 * @param {string} source
 */
export const foreignWrites = (file, source) =>
  !matches(file, ['server/src/*/**/*.ts']) || file.endsWith('.test.ts')
    ? []
    : foreignTables(file, source).flatMap(({ owner, local, table }) => {
        if (writers.some((writer) => writer.table === table && matches(file, writer.files))) return [];
        const write = new RegExp(
          `\\.(?:insert|update|delete)\\(\\s*${local}\\s*,?\\s*\\)|(?:insert into|update|delete from)\\s+\\$\\{${local}\\}`,
          'gi',
        );
        return [...source.matchAll(write)].map(({ index }) => {
          const line = source.slice(0, index).split('\n').length;
          return `${file}:${line} writes ${table}, a table of ${owner}\n  Who owns a table writes it: call an operation of ${owner}, or add one there. Any query may read it.`;
        });
      });
