import type { Right } from '@portal/contract/rights';
import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Refusal } from '../platform/errors.ts';
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

/** A text that tells staff what was made, null, or the refusal that says why nothing was. */
export type ItemResult = string | null | Refusal;

/** Defined by the module that does the work; `Input` is stored as JSON. */
interface JobFrame<Input> {
  readonly kind: string;
  /** The right that the requester must hold whenever a server takes the job. */
  readonly right: Right;
  /** How long job and file are kept after the end; a day by default. */
  readonly keptHours?: number;
  /** Makes the file of the job after the last item. It may run twice if the server is killed. */
  makeFile?(
    db: Services['db'],
    work: { readonly input: Input; readonly jobId: number },
    context: JobContext,
  ): Promise<JobFile>;
}

export interface JobKind<Input = unknown> extends JobFrame<Input> {
  /** The most items that a step works on. After an error each is tried alone, so that the others go on. */
  readonly atOnce: number;
  /**
   * Works on some items, in the transaction that also records their results, so that it happens once. Returns a result for each
   * key. A `Refusal` that is thrown undoes the step and becomes the result of all of them; later items go on. After any other
   * error it is tried again.
   */
  stepMany(
    tx: Tx,
    work: { readonly input: Input; readonly keys: readonly string[] },
    context: JobContext,
  ): Promise<ReadonlyMap<string, ItemResult>>;
}

interface SingleKind<Input> extends JobFrame<Input> {
  /** Works on one item, as `stepMany` does on several. */
  step(
    tx: Tx,
    work: { readonly input: Input; readonly key: string },
    context: JobContext,
  ): Promise<string | null>;
}

/** A kind that works on one item after the other. */
export const defineJob = <Input>({ step, ...frame }: SingleKind<Input>): JobKind<Input> => ({
  ...frame,
  atOnce: 1,
  stepMany: async (tx, { input, keys }, context) => {
    const results = new Map<string, ItemResult>();
    for (const key of keys) results.set(key, await step(tx, { input, key }, context));
    return results;
  },
});

/** A kind that works on many items with as many statements as on one. */
export const defineBatchJob = <Input>(kind: JobKind<Input>): JobKind<Input> => kind;

export type JobBook = ReadonlyMap<string, JobKind>;

export const bindJobs = (kinds: readonly JobKind<never>[]): JobBook =>
  // The worker passes each kind what `enqueueJob` stored for it.
  new Map(kinds.map((kind) => [kind.kind, kind as JobKind]));
