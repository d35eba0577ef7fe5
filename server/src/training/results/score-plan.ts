import { createHash } from 'node:crypto';
import {
  CORRECTIONS_MAX,
  parseScore,
  SCORE_PREVIEW_ROWS,
  type ScoreChange,
  type ScorePreview,
  type ScoreProblem,
} from '@portal/contract/office/training';
import { Refusal, refusalText } from '../../platform/errors.ts';
import { mayStepResult, resultStateOf } from '../states.ts';
import type { SubjectRow } from './achievements.ts';
import {
  type ChangedScore,
  type CorrectionRules,
  correctionRefusal,
  type PlannedCorrection,
  planCorrection,
} from './plan-correction.ts';
import type { NewScore } from './save-scores.ts';
import { type FileRow, readScoreFile, type Scored, type ScoreFile } from './score-file.ts';

/* Pure. */

type PlannedChange = ScoreChange & { readonly cell: NewScore };

export interface ScorePlan {
  readonly changes: readonly PlannedChange[];
  readonly corrections: readonly PlannedCorrection[];
  readonly problems: readonly ScoreProblem[];
  readonly same: number;
  readonly ignored: readonly string[];
}

interface ScoredClass extends CorrectionRules {
  readonly code: string;
  readonly people: readonly Scored[];
}

const refuseOtherClass = ({ rows }: ScoreFile, code: string): void => {
  const other = rows.find((row) => row.key !== null && row.code !== code);
  if (other) throw new Refusal('score_file_other_class', { values: { code: other.code.slice(0, 40) } });
};

const refuseOutdated = ({ rows }: ScoreFile, subjects: readonly SubjectRow[]): void => {
  if (rows.some(({ key }) => key?.versions && key.versions.length !== subjects.length))
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

interface Planned {
  readonly change?: PlannedChange;
  readonly correction?: PlannedCorrection;
  readonly problem?: ScoreProblem;
  readonly isSame?: true;
}

interface ReadCell extends Pick<Planned, 'problem' | 'isSame'> {
  readonly changed?: ChangedScore;
}

const problemAt = (
  { row, name }: Pick<ScoreProblem, 'row' | 'name'>,
  { subject, typed }: Pick<ChangedScore, 'subject' | 'typed'>,
  [kind, refusal]: [kind: ScoreProblem['kind'], refusal: Refusal],
): Planned => ({ problem: { kind, row, name, subject: subject.name, typed, why: refusalText(refusal) } });

/** An empty cell changes nothing. */
const readCell = (
  { row, typed: cells }: FileRow,
  scored: Scored,
  subject: SubjectRow,
  column: number,
): ReadCell => {
  const [typed, stored] = [cells[column] ?? '', scored.scores[column] ?? { score: null, version: 0 }];
  const score = parseScore(typed, subject.fullScore);
  if (score === null) return {};
  if (score === stored.score) return { isSame: true };
  if (score !== undefined)
    return {
      changed: { subject, column, typed, before: stored.score, after: score, version: stored.version },
    };
  const refusal = new Refusal('score_range', { values: { n: subject.fullScore } });
  return problemAt({ row, name: scored.person.name }, { subject, typed }, ['cell', refusal]);
};

const planDraft = ({ row, key }: FileRow, { person }: Scored, changed: ChangedScore): Planned => {
  const { subject, column, before, after, version } = changed;
  const { registrationId, name } = person;
  if (key?.versions?.[column] !== version) {
    const refusal = new Refusal('score_newer', { values: { what: before ?? '（空白）' } });
    return problemAt({ row, name }, changed, ['kept', refusal]);
  }
  const cell = { registrationId, subjectId: subject.id, score: after, version };
  return { change: { row, name, subject: subject.name, before, after, cell } };
};

/** The scores of a published result are corrected together or not at all. */
const planPublished = (
  fileRow: FileRow,
  scored: Scored,
  { changed, isFaulty }: { changed: readonly ChangedScore[]; isFaulty: boolean },
  rules: CorrectionRules,
): Planned[] => {
  if (changed.length === 0) return [];
  const faulty = isFaulty ? new Refusal('score_row_faulty') : null;
  const refusal = correctionRefusal(fileRow, scored, rules) ?? faulty;
  if (!refusal) return [{ correction: planCorrection(fileRow, scored, changed, rules) }];
  const at = { row: fileRow.row, name: scored.person.name };
  return changed.map((each) => problemAt(at, each, ['kept', refusal]));
};

const planRow = (fileRow: FileRow, scored: Scored, rules: CorrectionRules): Planned[] => {
  const cells = rules.subjects.map((subject, column) => readCell(fileRow, scored, subject, column));
  const changed = cells.flatMap((cell) => cell.changed ?? []);
  const isFaulty = cells.some(({ problem }) => problem);
  return [
    ...cells,
    ...(isDraft(scored)
      ? changed.map((each) => planDraft(fileRow, scored, each))
      : planPublished(fileRow, scored, { changed, isFaulty }, rules)),
  ];
};

const planRows = (rows: readonly FileRow[], people: readonly Scored[], rules: CorrectionRules): Planned[] => {
  const byId = new Map(people.map((scored) => [scored.person.registrationId, scored]));
  const met = new Set<number>();
  return rows.flatMap((fileRow): Planned[] => {
    const { row, key, name } = fileRow;
    const problem = (refusal: Refusal): Planned => ({
      problem: { kind: 'row', row, name, subject: null, typed: '', why: refusalText(refusal) },
    });
    const scored = byId.get(key?.registrationId ?? 0);
    if (!scored) return [problem(new Refusal('score_row_unknown'))];
    const refusal = rowRefusal(name, scored, met);
    if (refusal) return [problem(refusal)];
    met.add(scored.person.registrationId);
    return planRow(fileRow, scored, rules);
  });
};

export const planScores = (
  sheet: readonly (readonly string[])[],
  { code, people, ...rules }: ScoredClass,
): ScorePlan => {
  const file = readScoreFile(sheet, rules.subjects);
  refuseOtherClass(file, code);
  refuseOutdated(file, rules.subjects);
  const planned = planRows(file.rows, people, rules);
  const corrections = planned.flatMap(({ correction }) => correction ?? []);
  if (corrections.length > CORRECTIONS_MAX)
    throw new Refusal('score_file_too_many_corrections', { values: { n: CORRECTIONS_MAX } });
  return {
    corrections,
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

export const planDigest = ({ changes, corrections }: ScorePlan): string => {
  const cells = changes.map(({ cell }) => cell);
  const corrected = corrections.map(({ shown: { registrationId, former }, scores, version, computed }) => ({
    ...{ registrationId, former, scores, version, computed },
  }));
  return createHash('sha256')
    .update(JSON.stringify([cells, corrected]))
    .digest('hex');
};

export const presentPlan = (plan: ScorePlan): ScorePreview => {
  const { changes, corrections, problems, same, ignored } = plan;
  const count = (kind: ScoreProblem['kind']) => problems.filter((problem) => problem.kind === kind).length;
  const left = { row: count('row'), cell: count('cell'), kept: count('kept') };
  return {
    counts: { changes: changes.length, corrections: corrections.length, same, ...left },
    changes: changes.slice(0, SCORE_PREVIEW_ROWS).map(({ cell: _, ...change }) => change),
    corrections: corrections.map(({ shown }) => shown),
    problems: problems.slice(0, SCORE_PREVIEW_ROWS),
    ignored: [...ignored],
    seen: planDigest(plan),
  };
};
