import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { halfWidth, refuse, text } from '../fields.ts';
import { codePoints } from '../primitives.ts';
import { InOrganization } from './scope.ts';

export const SEARCH_MIN = 2;
export const HITS = 6;

const found = <T extends z.ZodMiniType>(hit: T) =>
  z.nullable(
    z.object({
      hits: z.array(hit),
      more: z.boolean(),
    }),
  );

const PersonHit = z.object({
  id: z.int(),
  name: z.string(),
  identity: z.string(),
  organization: z.nullable(z.string()),
});

const RegistrationHit = z.object({
  id: z.int(),
  person: z.string(),
  code: z.string(),
  course: z.string(),
  state: z.enum(['pending', 'rejected', 'unpaid', 'reported', 'confirmed', 'cancelled']),
  startTime: z.string(),
});

const ClassHit = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  startTime: z.string(),
});

const GroupHit = z.object({ id: z.int(), code: z.string(), name: z.string() });

const CertificateHit = z.object({
  id: z.int(),
  number: z.string(),
  personId: z.int(),
  person: z.string(),
  course: z.string(),
  endTime: z.string(),
});

/** Null for a kind that the caller may not read. */
export const SearchAnswer = z.object({
  people: found(PersonHit),
  registrations: found(RegistrationHit),
  classes: found(ClassHit),
  groups: found(GroupHit),
  certificates: found(CertificateHit),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** A POST keeps names and identity numbers out of addresses and logs. */
export const search = endpoint({
  method: 'POST',
  path: '/api/office/search',
  access: 'office',
  summary: '搜尋學員、報名、課程、團體與證照；證號與電子郵件只找完全相同者或開頭相同者',
  allowedOnFullDisk: true,
  body: z.object({
    q: text({ label: '關鍵字', max: 60 }).check(
      halfWidth,
      refuse((value: string) => (codePoints(value) < SEARCH_MIN ? `請輸入至少 ${SEARCH_MIN} 個字` : null)),
    ),
    ...InOrganization,
  }),
  answer: SearchAnswer,
  refusals: [],
});
