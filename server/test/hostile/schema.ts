import type { Endpoint } from '@portal/contract/endpoint';
import type * as z from 'zod/mini';

/*
 * Reads the accepted values from the contract's schemas, so that a new call or field is attacked
 * automatically.
 */

/** The kinds of JSON values, with whole numbers as a kind of their own, and `absent` for a missing field. */
export const kinds = [
  'absent',
  'null',
  'boolean',
  'integer',
  'fraction',
  'string',
  'array',
  'object',
] as const;
export type Kind = (typeof kinds)[number];

export interface Field {
  readonly name: string;
  readonly takes: ReadonlySet<Kind>;
  /** All values that the field takes; null if there are too many to list. */
  readonly values: readonly unknown[] | null;
  /** The fields of the object that it holds, or of each object in its array. */
  readonly inner: readonly Field[];
}

const kindOf = (value: unknown): Kind => {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value as 'boolean' | 'string' | 'object';
};

type Taken = Omit<Field, 'name'>;

const taking = (kinds: Iterable<Kind>, more: Partial<Taken> = {}): Taken => ({
  values: null,
  inner: [],
  ...more,
  takes: new Set(kinds),
});
const also = (kind: Kind, found: Taken): Taken => taking([...found.takes, kind], found);

/** `def` as zod keeps it: one form for each type of schema. */
interface Def {
  type: string;
  format?: string;
  coerce?: boolean;
  innerType: z.ZodMiniType;
  element: z.ZodMiniType;
  in: z.ZodMiniType;
  options: z.ZodMiniType[];
  values: unknown[];
  entries: Record<string, string>;
  shape: Record<string, z.ZodMiniType>;
}

const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def;

const readers: Record<string, (def: Def) => Taken> = {
  string: () => taking(['string']),
  boolean: () => taking(['boolean']),
  // Coercion makes a number of anything but an object.
  number: ({ format, coerce }) => {
    if (coerce) return taking(kinds.filter((kind) => kind !== 'object' && kind !== 'absent'));
    return taking(format ? ['integer'] : ['integer', 'fraction']);
  },
  array: ({ element }) => taking(['array'], { inner: taken(element).inner }),
  object: ({ shape }) =>
    taking(['object'], { inner: Object.entries(shape).map(([name, field]) => ({ name, ...taken(field) })) }),
  literal: ({ values }) => taking(values.map(kindOf), { values }),
  enum: ({ entries }) => taking(['string'], { values: Object.values(entries) }),
  optional: ({ innerType }) => also('absent', taken(innerType)),
  default: ({ innerType }) => also('absent', taken(innerType)),
  nullable: ({ innerType }) => also('null', taken(innerType)),
  pipe: (def) => taken(def.in),
  union: ({ options }) => taking(options.flatMap((option) => [...taken(option).takes])),
};

const taken = (schema: z.ZodMiniType): Taken => {
  const def = defOf(schema);
  const read = readers[def.type];
  if (!read) throw new Error(`no reader for a schema of type ${def.type}: add it to hostile/schema.ts`);
  return read(def);
};

/** Returns the fields of an object schema, or none without a schema. */
export const fieldsOf = (schema: z.ZodMiniType | undefined): readonly Field[] =>
  schema ? taken(schema).inner : [];

export const isRequired = ({ takes }: Field): boolean => !takes.has('absent');

export const takesText = ({ takes, values }: Field): boolean => takes.has('string') && values === null;

/** Returns a body in which every field is wrong, or an empty one if the call takes none. */
export const wrongBody = ({ body, multipart }: Endpoint): Record<string, unknown> => {
  // All fields of a form are texts.
  const wrong = multipart ? '\u0007' : [];
  return Object.fromEntries(
    fieldsOf(body).map(({ name, takes }) => [name, takes.has('array') ? true : wrong]),
  );
};
