/** A program with its arguments; one text is a command of the shell. */
export type Command = readonly [string, ...string[]];

export type Step =
  | { readonly does: 'run'; readonly command: Command }
  | {
      readonly does: 'copy';
      readonly from: string | null;
      readonly sources: readonly string[];
      readonly to: string;
    }
  | { readonly does: 'set'; readonly variables: Readonly<Record<string, string>> }
  | { readonly does: 'enter'; readonly folder: string }
  | { readonly does: 'become'; readonly user: string }
  | { readonly does: 'keep'; readonly folders: readonly string[] };

export interface Stage {
  /** An image of a registry, or the name of an earlier stage. */
  readonly from: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
  readonly healthCheck: Command | null;
  /** What runs the command. */
  readonly entrypoint: readonly string[];
  readonly command: Command | null;
}

/** The words of a JSON list. */
const readWords = (text: string): Command => {
  const [first, ...rest]: unknown[] = [JSON.parse(text)].flat();
  const others = rest.filter((word) => typeof word === 'string');
  if (typeof first !== 'string' || others.length < rest.length)
    throw new Error(`${text} is no list of words`);
  return [first, ...others];
};

const SHELL = ['/bin/sh', '-c'] as const;

/** `["node", "main.ts"]`, or a line for the shell. */
const readCommand = (text: string): Command => (text.startsWith('[') ? readWords(text) : [...SHELL, text]);

/** Comments go, and a line that ends with a backslash is joined with the next one. */
const joinLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const wordsOf = (text: string): string[] => {
  if (/[$"']/.test(text)) throw new Error(`only plain words are understood here: ${text}`);
  return text.split(/\s+/);
};

const isOption = (word: string): boolean => word.startsWith('--');

const readCopy = (text: string): Step => {
  const words = wordsOf(text);
  const options = words.filter(isOption);
  const unknown = options.filter((option) => !option.startsWith('--from='));
  if (unknown.length > 0) throw new Error(`COPY with ${unknown.join(' ')} is not understood`);
  const paths = words.filter((word) => !isOption(word));
  const to = paths.at(-1);
  if (to === undefined || paths.length < 2) throw new Error(`COPY ${text}: from where to where?`);
  const from = options[0]?.slice('--from='.length) ?? null;
  return { does: 'copy', from, sources: paths.slice(0, -1), to };
};

const readVariables = (text: string): Step => ({
  does: 'set',
  variables: Object.fromEntries(
    wordsOf(text).map((word) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(word) ?? [];
      if (name === undefined || value === undefined) throw new Error(`ENV ${word} is not understood`);
      return [name, value];
    }),
  ),
});

const readStep: Readonly<Record<string, (text: string) => Step>> = {
  RUN: (text) => ({ does: 'run', command: readCommand(text) }),
  COPY: readCopy,
  ENV: readVariables,
  WORKDIR: (folder) => ({ does: 'enter', folder }),
  USER: (user) => ({ does: 'become', user }),
  VOLUME: (text) => ({ does: 'keep', folders: readWords(text) }),
};

/** They change nothing that is in the image. */
const NOTES = ['EXPOSE', 'STOPSIGNAL', 'LABEL'];

const startStage = (text: string): Stage => {
  const [from = '', as, name = null] = wordsOf(text);
  if (as !== undefined && as !== 'AS') throw new Error(`FROM ${text} is not understood`);
  return { from, name, steps: [], healthCheck: null, entrypoint: [], command: null };
};

const continueStage = (stage: Stage, instruction: string, text: string): Stage => {
  const step = readStep[instruction];
  if (step) return { ...stage, steps: [...stage.steps, step(text)] };
  if (instruction === 'CMD') return { ...stage, command: readCommand(text) };
  if (instruction === 'ENTRYPOINT') return { ...stage, entrypoint: readWords(text) };
  if (instruction === 'HEALTHCHECK')
    return { ...stage, healthCheck: readCommand(text.replace(/^.*?\bCMD\s+/, '')) };
  if (NOTES.includes(instruction)) return stage;
  throw new Error(`${instruction} is not understood`);
};

/** The stages of a Containerfile, without any of its instructions being left out: one that is not understood is an error. */
export const readContainerfile = (text: string): readonly Stage[] => {
  const stages: Stage[] = [];
  for (const line of joinLines(text)) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/s.exec(line) ?? [];
    const stage = stages.at(-1);
    if (instruction === 'FROM') stages.push(startStage(rest));
    else if (stage) stages[stages.length - 1] = continueStage(stage, instruction, rest);
    else throw new Error(`${line} stands before FROM`);
  }
  return stages;
};

/** The files that a build does not see: names as in `.dockerignore`, below the root or, with two asterisks, anywhere. */
export const readIgnored = (text: string): ((file: string) => boolean) => {
  const patterns = joinLines(text).map((line) => {
    if (!/^(\*\*\/)?[\w.*-]+$/.test(line)) throw new Error(`${line} is not understood`);
    const name = line
      .replace(/^\*\*\//, '')
      .replace(/\./g, '\\.')
      .replace(/\*/g, '[^/]*');
    return new RegExp(`^${line.startsWith('**/') ? '(.*/)?' : ''}${name}(/|$)`);
  });
  return (file) => patterns.some((pattern) => pattern.test(file));
};
