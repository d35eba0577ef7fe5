import type { JobState } from '@portal/contract/office/jobs';
import { defineSteps, type StepRule } from '../platform/steps.ts';

export const ITEM_STATES = ['waiting', 'done', 'failed'] as const;

/** All transitions. A job starts as `queued`. Steps of the worker skip a job that was stopped or taken by another server. */
export const JOB_STEPS = {
  /** A server takes a queued job, or a running one whose lease has ended. */
  lease: { from: ['queued', 'running'], to: 'running' },
  /** The worker puts the job back at the end of its turn; any server may continue it. */
  pass_on: { from: ['running'], to: 'queued' },
  finish: { from: ['running'], to: 'done' },
  fail: { from: ['running'], to: 'failed' },
  stop: {
    from: ['queued', 'running'],
    to: 'stopped',
    action: 'job.stop',
    refusals: { done: 'job_ended', failed: 'job_ended' },
  },
  /** A repeat if it runs already. */
  continue: {
    from: ['stopped', 'failed'],
    to: 'queued',
    action: 'job.continue',
    refusals: { done: 'job_ended' },
  },
} as const satisfies Record<string, StepRule<JobState>>;

export type JobStep = keyof typeof JOB_STEPS;

export const { mayStep, stepRefusal } = defineSteps<JobState, JobStep>(JOB_STEPS);
