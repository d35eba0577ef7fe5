import type { ImportState } from '@portal/contract/office/imports';
import { defineSteps, type StepRule } from '../platform/steps.ts';

/** All transitions. An import begins as `checking`. */
export const IMPORT_STEPS = {
  /** The last item of the job that checks the file takes this step. */
  check: { from: ['checking'], to: 'checked' },
  start: {
    from: ['checked'],
    to: 'started',
    action: 'import.start',
    refusals: { checking: 'import_checking', started: 'import_started', finished: 'import_started' },
  },
  /** The last item of the job that imports takes this step. */
  finish: { from: ['started'], to: 'finished' },
  /** An import that was stopped can be undone, and an undoing that was stopped can go on. */
  undo: {
    from: ['started', 'finished', 'undoing'],
    to: 'undoing',
    action: 'import.undo',
    refusals: { checking: 'import_not_started', checked: 'import_not_started' },
  },
  /** The last item of the job that undoes the import takes this step. */
  finish_undo: { from: ['undoing'], to: 'undone' },
} as const satisfies Record<string, StepRule<ImportState>>;

type ImportStep = keyof typeof IMPORT_STEPS;

export const { mayStep, stepRefusal } = defineSteps<ImportState, ImportStep>(IMPORT_STEPS, 'import_undone');
