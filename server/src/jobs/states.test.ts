import { type JobState, jobStates } from '@portal/contract/office/jobs';
import { describe, expect, test } from 'vitest';
import { JOB_STEPS, type JobStep, mayStep, stepRefusal } from './states.ts';

/** Each step of each state: the new state, `again` for a quiet success, or the refusal. */
const table: Record<JobStep, Record<JobState, string>> = {
  lease: { queued: 'running', running: 'running', stopped: 'again', done: 'again', failed: 'again' },
  pass_on: { queued: 'again', running: 'queued', stopped: 'again', done: 'again', failed: 'again' },
  finish: { queued: 'again', running: 'done', stopped: 'again', done: 'again', failed: 'again' },
  fail: { queued: 'again', running: 'failed', stopped: 'again', done: 'again', failed: 'again' },
  stop: { queued: 'stopped', running: 'stopped', stopped: 'again', done: 'job_ended', failed: 'job_ended' },
  continue: { queued: 'again', running: 'again', stopped: 'queued', done: 'job_ended', failed: 'queued' },
};

describe.each(Object.keys(JOB_STEPS) as JobStep[])('%s', (step) => {
  test.each(jobStates)('of a job that is %s', (state) => {
    const outcome = mayStep(step, state) ? JOB_STEPS[step].to : (stepRefusal(step, state) ?? 'again');
    expect(outcome).toBe(table[step][state]);
  });
});
