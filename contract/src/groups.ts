import * as z from 'zod/mini';
import { Class } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { classCode, saysUnknownClass, Tristate } from './enrolment.ts';
import { clipped, type Rule, withRules } from './fields.ts';

/** People who enrol together (團體). */
export const Group = z.object({ code: z.string(), name: z.string() });
export type Group = z.infer<typeof Group>;

/**
 * A person of a group as a class's roster shows them to the group's managers. `enable` and `paid` are those of their
 * registration through this group, null and 0 where there is none; `state` is the tick.
 */
export const RosterEntry = z.object({
  id: z.int(),
  name: z.string(),
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
  enable: Tristate,
  paid: Tristate,
  state: z.boolean(),
  /** Why the tick is locked, why the registration was refused, or why its payment was not found. */
  reason: z.nullable(z.string()),
  /** The tick cannot be changed now. */
  locked: z.boolean(),
});
export type RosterEntry = z.infer<typeof RosterEntry>;

/** Who of a group goes to a class. */
export const Roster = z.object({
  class: z.pick(Class, {
    organization: true,
    code: true,
    name: true,
    start_time: true,
    place: true,
    group_name: true,
    limit_number: true,
    number: true,
  }),
  /** Whose roster it is. */
  group: Group,
  /** All that the caller manages. */
  groups: z.array(Group),
  admins: z.array(RosterEntry),
  members: z.array(RosterEntry),
  /** Who left the group and still holds its seat here. */
  had_removed: z.array(RosterEntry),
});
export type Roster = z.infer<typeof Roster>;

/** Of each of the roster's lists. */
const MOST_ENTRIES = 1000;

const malformed = { error: '報名名單格式不正確' };

const Tick = z.object(
  { id: z.int(malformed).check(z.minimum(1, malformed)), state: z.boolean(malformed) },
  malformed,
);
export type Tick = z.infer<typeof Tick>;

const ticks = z.array(Tick, malformed).check(z.maxLength(MOST_ENTRIES, malformed));

const lists = ['admins', 'members', 'had_removed'] as const;
type Lists = Record<(typeof lists)[number], Tick[]>;

/** Somebody who stands in it twice could be ticked and not ticked at once. */
const nobodyTwice: Rule<Lists> = {
  needs: lists,
  faults: (form) => {
    const seen = new Set<number>();
    const isAgain = ({ id }: Tick) => seen.size === seen.add(id).size;
    return lists
      .filter((list) => form[list].filter(isAgain).length > 0)
      .map((field) => ({ field, text: malformed.error }));
  },
};

/** A group by its code. What cannot be a code is no group of anybody. */
const groupCode = z
  .string({ error: '查無此團體' })
  .check(z.regex(/^[A-Za-z0-9-]{1,40}$/, { error: '查無此團體' }));

export const roster = endpoint({
  method: 'GET',
  path: '/api/class/group/:code',
  access: 'trainee',
  summary:
    '團體報名資料；group 指定管理的團體，未指定時為課程專屬的團體，否則為已報名此課程的團體，再否則依代碼排序的第一個',
  params: z.object({ code: z.string() }),
  query: z.object({ group: z.optional(clipped(40)) }),
  answer: Roster,
  refusals: [
    'class_not_found',
    'group_not_managed',
    'group_not_allowed',
    'class_not_open_yet',
    'class_closed',
    'class_started',
    'class_full',
  ],
});

export const submitRoster = endpoint({
  method: 'POST',
  path: '/api/class/group/create',
  access: 'trainee',
  summary: '更新團體報名名單：新勾選者報名，取消勾選且未繳費者取消報名，全部成功或全部不變；未列出者不變',
  body: z
    .object({
      code: classCode,
      /** May be left out by who manages one group, and for a class that is reserved to a group. */
      group: z.optional(groupCode),
      admins: ticks,
      members: ticks,
      had_removed: ticks,
    })
    .check(saysUnknownClass, withRules([nobodyTwice])),
  idempotent: true,
  answer: Roster,
  refusals: [
    'class_unknown',
    'group_not_managed',
    'group_unnamed',
    'group_not_allowed',
    'class_not_open_yet',
    'class_closed',
    'class_started',
    'seats_left',
    'member_applied',
    'member_not_eligible',
    'member_not_in_group',
    'member_paid',
    'roster_stranger',
    'cancel_after_start',
  ],
});
