import { classFromCourse } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

/** What the form of a new class begins with. */
export const beginClass = (query: { organization: string; course: string }, signal: AbortSignal) =>
  call(classFromCourse, { query, signal });
