import { parseScore, type ScoreSheet } from '@portal/contract/office/training';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { resultsText as text } from '../../text/zh-TW/results.ts';
import { scoresQuery } from '../api/get-scores.ts';
import { saveScores, type TypedScore } from '../api/save-scores.ts';
import type { Place } from './grid.ts';
import { usePeopleChanged } from './use-people-changed.ts';

interface TypedCell {
  readonly typed: string;
  /** Null while it waits. */
  readonly why: string | null;
}

type TypedCells = ReadonlyMap<string, TypedCell>;

export const cellKey = (registrationId: number, subjectId: number): string =>
  `${registrationId} ${subjectId}`;

/** Milliseconds. */
const TYPING_PAUSE_MS = 800;
const MAX_SCORES_PER_CALL = 500;

const useTypedCells = () => {
  const [typed, setTyped] = useState<TypedCells>(new Map());
  const latest = useRef<TypedCells>(typed);
  const write = (change: (cells: Map<string, TypedCell>) => void) => {
    const next = new Map(latest.current);
    change(next);
    latest.current = next;
    setTyped(next);
  };
  return { typed, latest, write };
};

/** The valid cells that were not refused, with the version of the stored score. */
const scoresToSave = ({ people, subjects }: ScoreSheet, typed: TypedCells): TypedScore[] =>
  people.flatMap(({ registrationId, scores }) =>
    subjects.flatMap(({ id: subjectId, fullScore }, column) => {
      const cell = typed.get(cellKey(registrationId, subjectId));
      const score = cell && parseScore(cell.typed, fullScore);
      if (score === undefined || cell?.why) return [];
      return [{ registrationId, subjectId, score, version: scores[column]?.version ?? 0 }];
    }),
  );

/** Each key restarts the pause. Also saves when the page is left. */
const useSaveAfterPause = (typed: TypedCells, save: () => void) => {
  const saveLatest = useRef(save);
  saveLatest.current = save;
  useEffect(() => {
    if (typed.size === 0) return;
    const timer = setTimeout(() => saveLatest.current(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => () => saveLatest.current(), []);
};

/** Saved after a pause, and when a cell is left. */
export const useTypedScores = (sheet: ScoreSheet) => {
  const classId = sheet.class.id;
  const queries = useQueryClient();
  const changed = usePeopleChanged(classId);
  const { typed, latest, write } = useTypedCells();
  const queue = useRef(Promise.resolve());
  const [isSaving, setSaving] = useState(false);

  const saveNow = async () => {
    const known = queries.getQueryData(scoresQuery(classId).queryKey) ?? sheet;
    const wanted = scoresToSave(known, latest.current).slice(0, MAX_SCORES_PER_CALL);
    if (wanted.length === 0) return;
    const sent = new Map(wanted.map((cell) => [cellKey(cell.registrationId, cell.subjectId), cell]));
    const before = latest.current;
    setSaving(true);
    try {
      const { cells, people } = await saveScores(classId, wanted);
      changed(people);
      write((next) => {
        for (const { registrationId, subjectId, done, why } of cells) {
          const key = cellKey(registrationId, subjectId);
          const isSame = next.get(key)?.typed === before.get(key)?.typed;
          if (done && isSame) next.delete(key);
          else if (!done) next.set(key, { typed: next.get(key)?.typed ?? '', why });
        }
      });
    } catch (error) {
      const why = failureText(error as Error);
      write((next) => {
        for (const key of sent.keys()) next.set(key, { typed: next.get(key)?.typed ?? '', why });
      });
    } finally {
      setSaving(false);
    }
    await saveNow();
  };

  const save = () => {
    queue.current = queue.current.then(saveNow);
  };

  /** A stored value is no change. */
  const type = (cells: readonly (Place & { readonly typed: string })[]) =>
    write((next) => {
      for (const { row, column, typed: fresh } of cells) {
        const [person, subject] = [sheet.people[row], sheet.subjects[column]];
        if (!person || !subject || person.state !== 'draft') continue;
        const key = cellKey(person.registrationId, subject.id);
        const score = parseScore(fresh, subject.fullScore);
        if (score === (person.scores[column]?.score ?? null)) next.delete(key);
        else next.set(key, { typed: fresh, why: score === undefined ? text.wrong(subject.fullScore) : null });
      }
    });

  useSaveAfterPause(typed, save);

  return { typed, type, save, isSaving };
};
