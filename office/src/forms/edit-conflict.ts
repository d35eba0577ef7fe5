import { Newer } from '@portal/contract/office/audit';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

/** The record is no longer as the page showed it: somebody else changed it first. */
export interface EditConflict {
  readonly message: string;
  /** The changes since; null where the server does not list them. */
  readonly newer: Newer | null;
}

/** Null if the call failed for another reason. */
export const editConflictOf = (error: unknown): EditConflict | null => {
  // A call in flight is one's own.
  if (!(error instanceof CallRefused) || error.status !== 409 || error.code === 'in_flight') return null;
  return { message: error.message, newer: z.safeParse(Newer, error.newer).data ?? null };
};

/** Reads again what the page shows. */
export const useReload = () => {
  const queries = useQueryClient();
  return () => queries.refetchQueries({ type: 'active' });
};
