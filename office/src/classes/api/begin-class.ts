import { classFromCourse } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

/** Returns the first values of the form for a new class. */
export const beginClass = (query: { organization: string; course: string }, signal: AbortSignal) =>
  call(classFromCourse, { query, signal });
