import type { Right } from '@portal/contract/rights';
import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';
import type { Staff } from '../staff/actors.ts';

export interface JobFile {
  readonly name: string;
  /** MIME. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface JobContext extends Context<Staff> {
  /** The public URL of the portal, for links. */
  readonly publicUrl: string;
  /** The connection pool is left out: a step writes in its transaction. */
  readonly services: Omit<Services, 'db'>;
}

/** Defined by the module that does the work; `Input` is stored as JSON. */
export interface JobKind<Input = unknown> {
  readonly kind: string;
  /** The right that the requester must hold whenever a server takes the job. */
  readonly right: Right;
  /** How long job and file are kept after the end; a day by default. */
  readonly keptHours?: number;
  /**
   * Works on one item, in the transaction that also records its result, so that it happens once. Returns a text for people
   * about what was made, or null. A `Refusal` undoes the step and becomes the result of this item; the others go on. After
   * any other error it is tried again.
   */
  step(
    tx: Tx,
    work: { readonly input: Input; readonly key: string },
    context: JobContext,
  ): Promise<string | null>;
  /** Makes the file of the job after the last item. It may run twice if the server is killed. */
  makeFile?(
    db: Services['db'],
    work: { readonly input: Input; readonly jobId: number },
    context: JobContext,
  ): Promise<JobFile>;
}

export const defineJob = <Input>(kind: JobKind<Input>): JobKind<Input> => kind;

export type JobBook = ReadonlyMap<string, JobKind>;

export const bindJobs = (kinds: readonly JobKind<never>[]): JobBook =>
  // The worker passes each kind what `enqueueJob` stored for it.
  new Map(kinds.map((kind) => [kind.kind, kind as JobKind]));
