import type * as z from 'zod/mini';
import type { RefusalCode } from './errors.ts';
import type { Right } from './rights.ts';

/**
 * The required caller. `public`: anybody, but an ended token is a 401 unless `allowsExpiredSession`.
 * `session`: logged in, else 401. `trainee`: logged in with a complete profile (`state`), else 403. Checked
 * before the input.
 */
type TraineeAccess = 'public' | 'session' | 'trainee';

/**
 * The required staff member. `office.guest`: anybody. `office.pending`: signed in with the password, perhaps
 * before the second factor. `office`: signed in. A right: signed in and holding it for at least one
 * organisation.
 */
export type OfficeAccess = 'office.guest' | 'office.pending' | 'office' | Right;

export type Access = TraineeAccess | OfficeAccess;

type Schema = z.ZodMiniType;

export interface FileRule {
  readonly maxBytes: number;
  /** Its text has `{n}` for the megabytes. */
  readonly tooLargeRefusal: RefusalCode;
  /** The refusal if `file` holds a text. */
  readonly notAFileRefusal: RefusalCode;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify's notation: `/api/class/:code`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** An expired token makes the caller a guest instead of a 401. */
  readonly allowsExpiredSession?: true;
  /** Accepts the former token for a minute after its renewal. */
  readonly allowsRenewedSession?: true;
  /**
   * A call with access `session` that people with the default password of the old system may make, always or only if a
   * mailbox is stored. Other calls answer them 403.
   */
  readonly allowsDefaultPassword?: true | 'with_mailbox';
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The body is multipart/form-data, with at most one file, under `file`. */
  readonly multipart?: FileRule;
  /** A POST that only reads or deletes: allowed also when the disk is full. */
  readonly allowedOnFullDisk?: true;
  /** Makes the call honour an `Idempotency-Key`; names the field that reports a key used for another body. */
  readonly idempotencyField?: 'Class' | 'Cert' | 'form' | 'file';
  /** Requires the second factor again if the last time is more than ten minutes ago. */
  readonly stepUp?: true;
  /** Called by an open page on its own: such a call does not keep an idle session of staff alive. */
  readonly background?: true;
  /** 202: the work goes on after the answer, which names its job. 200 by default. */
  readonly answerStatus?: 202;
  readonly answer: Schema;
  /** The content type of an answer that is no JSON: bytes, for the caller alone. */
  readonly answerType?: `${string}/${string}`;
  readonly refusals: readonly RefusalCode[];
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
export type Input<S> = S extends Schema ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

export const endpoint = <const E extends Endpoint>(description: E): E => description;
