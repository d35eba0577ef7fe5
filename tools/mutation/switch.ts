import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';

/* Runs before each test file: switches one mutant on, and notes which mutants each test reaches. */

/** A message of the runner about a run. */
export interface Switch {
  readonly active: number | null;
  /** A file for the mutants that are reached outside of tests. */
  readonly record: string | null;
}

/** The mutants that are reached while modules load, and in the hooks of the file. */
export interface ReachedOutside {
  readonly loading: readonly number[];
  readonly hooks: readonly number[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    mutation: Switch;
  }
  interface TaskMeta {
    reached?: readonly number[];
  }
}

declare global {
  var mutation: ((key: number) => boolean) | undefined;
}

const { active, record } = inject('mutation');
const loading = new Set<number>();
const hooks = new Set<number>();
let reached = loading;

globalThis.mutation = record
  ? (key) => {
      reached.add(key);
      return false;
    }
  : (key) => key === active;

if (record) {
  beforeAll(() => {
    reached = hooks;
  });
  beforeEach(() => {
    reached = new Set();
  });
  afterEach(({ task }) => {
    task.meta.reached = [...reached];
    reached = hooks;
  });
  afterAll(() => {
    const outside: ReachedOutside = { loading: [...loading], hooks: [...hooks] };
    writeFileSync(record, JSON.stringify(outside));
  });
}
