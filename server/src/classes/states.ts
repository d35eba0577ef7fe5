import type { ClassState } from '@portal/contract/office/classes';
import { defineSteps, type StepRule } from '../platform/steps.ts';

export type { ClassState };

/** These states, and no others, have a `published_at`. */
const PUBLIC_STATES = ['published', 'closed', 'completed'] as const satisfies readonly ClassState[];

export const STEPS = {
  publish: {
    from: ['draft'],
    to: 'published',
    action: 'class.publish',
    refusals: { cancelled: 'class_cancelled', completed: 'class_completed' },
  },
  /** Only while nobody holds a seat. */
  withdraw: {
    from: ['published', 'closed'],
    to: 'draft',
    action: 'class.withdraw',
    refusals: { cancelled: 'class_cancelled', completed: 'class_completed' },
  },
  stop: {
    from: ['published'],
    to: 'closed',
    action: 'class.stop',
    refusals: { draft: 'class_draft', cancelled: 'class_cancelled', completed: 'class_completed' },
  },
  resume: {
    from: ['closed'],
    to: 'published',
    action: 'class.resume',
    refusals: { draft: 'class_draft', cancelled: 'class_cancelled', completed: 'class_completed' },
  },
  edit: {
    from: ['draft', 'published', 'closed'],
    to: null,
    action: 'class.edit',
    refusals: { cancelled: 'class_cancelled', completed: 'class_completed' },
  },
  postpone: {
    from: ['published', 'closed'],
    to: null,
    action: 'class.postpone',
    refusals: { draft: 'class_draft', cancelled: 'class_cancelled', completed: 'class_completed' },
  },
  call_off: {
    from: ['published', 'closed'],
    to: 'cancelled',
    action: 'class.call_off',
    refusals: { draft: 'class_draft', completed: 'class_completed' },
  },
  /** When everybody who holds a seat has paid and has a result. */
  complete: {
    from: ['published', 'closed'],
    to: 'completed',
    action: 'class.complete',
    refusals: { draft: 'class_draft', cancelled: 'class_cancelled' },
  },
} as const satisfies Record<string, StepRule<ClassState>>;

export type Step = keyof typeof STEPS;

export const { mayStep, stepRefusal } = defineSteps<ClassState, Step>(STEPS, 'class_conflict');

export const isPublic = (state: ClassState): boolean =>
  (PUBLIC_STATES as readonly ClassState[]).includes(state);
