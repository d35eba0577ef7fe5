import { createHash } from 'node:crypto';
import { parseScore } from '@portal/contract/office/results';
import {
  SCORE_PREVIEW_ROWS,
  type ScoreChange,
  type ScorePreview,
  type ScoreProblem,
} from '@portal/contract/office/score-files';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { SubjectRow } from './achievements.ts';
import type { NewScore } from './save-scores.ts';
import { type FileRow, readScoreFile, type Scored, type ScoreFile } from './score-file.ts';
import { mayStepResult, resultStateOf } from './states.ts';

/* Pure. */

type PlannedChange = ScoreChange & { readonly cell: NewScore };

export interface ScorePlan {
  readonly changes: readonly PlannedChange[];
  readonly problems: readonly ScoreProblem[];
  readonly same: number;
  readonly ignored: readonly string[];
}

interface ScoredClass {
  readonly code: string;
  readonly subjects: readonly SubjectRow[];
  readonly people: readonly Scored[];
}

const refuseOtherClass = ({ rows }: ScoreFile, code: string): void => {
  const other = rows.find((row) => row.key !== null && row.code !== code);
  if (other) throw new Refusal('score_file_other_class', { values: { code: other.code.slice(0, 40) } });
};

const refuseOutdated = ({ rows }: ScoreFile, subjects: readonly SubjectRow[]): void => {
  if (rows.some(({ key }) => key && key.versions.length !== subjects.length))
    throw new Refusal('score_file_outdated');
};

/** Exports put an apostrophe before text that begins like a formula. */
const bareName = (name: string): string => name.normalize('NFKC').replace(/^'|\s/g, '');

const rowRefusal = (name: string, { person }: Scored, met: ReadonlySet<number>): Refusal | null => {
  if (met.has(person.registrationId)) return new Refusal('score_row_repeated');
  const isOther = name !== '' && bareName(name) !== bareName(person.name);
  return isOther ? new Refusal('score_row_name') : null;
};

const isDraft = ({ person, row }: Scored): boolean =>
  mayStepResult('edit', resultStateOf(person.result, row?.state));

const keptRefusal = (
  scored: Scored,
  stored: Scored['scores'][number],
  downloaded: number | undefined,
): Refusal | null => {
  if (!isDraft(scored)) return new Refusal('result_published');
  if (stored.version === downloaded) return null;
  return new Refusal('score_newer', { values: { what: stored.score ?? '（空白）' } });
};

interface PlannedCell {
  readonly change?: PlannedChange;
  readonly problem?: ScoreProblem;
  readonly isSame?: true;
}

/** An empty cell changes nothing. */
const planCell = (
  { row, key, typed: cells }: FileRow,
  scored: Scored,
  subject: SubjectRow,
  column: number,
): PlannedCell => {
  const [typed, stored] = [cells[column] ?? '', scored.scores[column] ?? { score: null, version: 0 }];
  const score = parseScore(typed, subject.fullScore);
  if (score === null) return {};
  if (score === stored.score) return { isSame: true };
  const about = { row, name: scored.person.name, subject: subject.name };
  const problem = (kind: ScoreProblem['kind'], refusal: Refusal): PlannedCell => ({
    problem: { kind, ...about, typed, why: refusalText(refusal) },
  });
  if (score === undefined)
    return problem('cell', new Refusal('score_range', { values: { n: subject.fullScore } }));
  const kept = keptRefusal(scored, stored, key?.versions[column]);
  if (kept) return problem('kept', kept);
  const { registrationId } = scored.person;
  const cell = { registrationId, subjectId: subject.id, score, version: stored.version };
  return { change: { ...about, before: stored.score, after: score, cell } };
};

const planRows = (
  rows: readonly FileRow[],
  { subjects, people }: Pick<ScoredClass, 'subjects' | 'people'>,
): PlannedCell[] => {
  const byId = new Map(people.map((scored) => [scored.person.registrationId, scored]));
  const met = new Set<number>();
  return rows.flatMap((fileRow): PlannedCell[] => {
    const { row, key, name } = fileRow;
    const problem = (refusal: Refusal): PlannedCell => ({
      problem: { kind: 'row', row, name, subject: null, typed: '', why: refusalText(refusal) },
    });
    const scored = byId.get(key?.registrationId ?? 0);
    if (!scored) return [problem(new Refusal('score_row_unknown'))];
    const refusal = rowRefusal(name, scored, met);
    if (refusal) return [problem(refusal)];
    met.add(scored.person.registrationId);
    return subjects.map((subject, column) => planCell(fileRow, scored, subject, column));
  });
};

export const planScores = (
  sheet: readonly (readonly string[])[],
  { code, subjects, people }: ScoredClass,
): ScorePlan => {
  const file = readScoreFile(sheet, subjects);
  refuseOtherClass(file, code);
  refuseOutdated(file, subjects);
  const planned = planRows(file.rows, { subjects, people });
  return {
    changes: planned.flatMap(({ change }) => change ?? []),
    problems: planned.flatMap(({ problem }) => problem ?? []),
    same: planned.filter(({ isSame }) => isSame).length,
    ignored: file.ignored,
  };
};

/** Splits the cells into parts in lock order, with all cells of a person in one part. */
export const splitCells = (cells: readonly NewScore[], most: number): NewScore[][] => {
  const parts: NewScore[][] = [];
  const people = Map.groupBy(
    cells.toSorted((a, b) => a.registrationId - b.registrationId),
    ({ registrationId }) => registrationId,
  );
  for (const own of people.values()) {
    const last = parts.at(-1);
    if (last && last.length + own.length <= most) last.push(...own);
    else parts.push([...own]);
  }
  return parts;
};

export const planDigest = ({ changes }: ScorePlan): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.map(({ cell }) => cell)))
    .digest('hex');

export const presentPlan = (plan: ScorePlan): ScorePreview => {
  const { changes, problems, same, ignored } = plan;
  const count = (kind: ScoreProblem['kind']) => problems.filter((problem) => problem.kind === kind).length;
  return {
    counts: { changes: changes.length, same, row: count('row'), cell: count('cell'), kept: count('kept') },
    changes: changes.slice(0, SCORE_PREVIEW_ROWS).map(({ cell: _, ...change }) => change),
    problems: problems.slice(0, SCORE_PREVIEW_ROWS),
    ignored: [...ignored],
    seen: planDigest(plan),
  };
};
