import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import { ROOT } from './copy.ts';

/* The type check notices mutants as well: `if (!row || row.isClosed)` without its left side does not compile. */

export interface TypeCheck extends Disposable {
  /** The first complaint about a module if this is its source; null if it compiles. */
  complaintOf(file: string, source: string): string | null;
}

/** Something is imported or declared and not used: that is no notice of a call that a mutant leaves out. */
const UNUSED = new Set([6133, 6138, 6192, 6196, 6198]);

// Some mutants name it. It stands on the first line, so that all lines keep their numbers.
const PROLOGUE = "import * as drizzle from 'drizzle-orm'; ";

/** Checks modules of a workspace, which are named from the root of the project. */
export const openTypeCheck = (workspace: string): TypeCheck => {
  const config = path.join(ROOT, workspace, 'tsconfig.json');
  const sources = new Map<string, string>();
  const api = new API({ cwd: ROOT, fs: { readFile: (file) => sources.get(file) } });
  let snapshot = api.updateSnapshot({ openProjects: [config] });
  const change = (file: string, source: string) => {
    sources.set(file, source);
    const next = api.updateSnapshot({ fileChanges: { changed: [file] } });
    snapshot.dispose();
    snapshot = next;
  };
  let last = '';
  return {
    complaintOf(name, source) {
      const file = path.join(ROOT, name);
      // The modules that are checked later see it as it is.
      if (last !== file && last !== '') change(last, readFileSync(last, 'utf8'));
      last = file;
      change(file, PROLOGUE + source);
      const complaints = snapshot.getProject(config)?.program.getSemanticDiagnostics(file) ?? [];
      return complaints.find(({ code }) => !UNUSED.has(code))?.text ?? null;
    },
    [Symbol.dispose]: () => api.close(),
  };
};
