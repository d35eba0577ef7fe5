import { readFile } from 'node:fs/promises';
import path from 'node:path';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');

export type Variables = Readonly<Record<string, string>>;

/** As `envsubst` does, but a name without a value is an error. */
export const fillIn = (text: string, variables: Variables): string =>
  text.replace(/\$\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return value;
  });

/** The lines `NAME=value` of a file. */
export const readVariables = (text: string): Variables =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

export const deployed = (name: string): Promise<string> => readFile(path.join(DEPLOY, name), 'utf8');

/** Replaces each text by the one beside it; a text that is not there is an error. */
export const adapt = (text: string, changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((sum, [from, to]) => {
    if (!sum.includes(from)) throw new Error(`the file does not say: ${from}`);
    return sum.replaceAll(from, to);
  }, text);
