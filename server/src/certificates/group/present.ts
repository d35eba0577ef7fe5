import { isoTaipei } from '@portal/contract/dates';
import type {
  ClassForGroup,
  GroupCertificates,
  Held,
  NeededKind,
  OwnGroupCertificates,
  PersonCertificates,
} from '@portal/contract/group-certificates';
import type { ManagedGroup } from '../../groups/policy.ts';
import type { Matrix } from './matrix.ts';
import type { OpenClass } from './open-classes.ts';
import {
  type HeldFacts,
  isDue,
  isUnderWay,
  type JudgeHeld,
  judgeOn,
  type KindTotals,
  totalsOf,
} from './rules.ts';

type Person = Matrix['people'][number];

const presentFacts = (facts: HeldFacts, judge: JudgeHeld) => ({
  state: judge(facts),
  until: facts.until,
  enrolled_from: facts.enrolledFrom,
  renewal_asked: facts.renewalAsked,
});

const presentHeld = (facts: HeldFacts, totals: KindTotals, judge: JudgeHeld): Held => {
  const shown = presentFacts(facts, judge);
  return { ...shown, due: isDue(shown.state, totals) };
};

/** The cells of each kind, in the order of the kinds, with what they come to. */
const judgeKinds = ({ kinds, people }: Matrix, judge: JudgeHeld) =>
  kinds.map((kind, at) => {
    const facts = people.flatMap(({ held }) => held.slice(at, at + 1));
    const totals = totalsOf(facts, kind.count, judge);
    return { kind, totals, cells: facts.map((each) => presentHeld(each, totals, judge)), facts };
  });

type JudgedKind = ReturnType<typeof judgeKinds>[number];

const presentKind = ({ kind, totals, cells, facts }: JudgedKind, people: readonly Person[]): NeededKind => ({
  ...kind,
  valid: totals.valid,
  ending: totals.ending,
  under_way: totals.underWay,
  short: totals.short,
  to_enrol: people
    .filter((_, at) => cells[at]?.due && facts[at] && !isUnderWay(facts[at]))
    .map(({ id }) => id),
});

const presentPerson = ({ id, name, role }: Person, held: readonly Held[]): PersonCertificates => ({
  id,
  name: name ?? '',
  manager: role === 'manager',
  held: [...held],
});

export const presentGroupCertificates = (
  { code, name }: Pick<ManagedGroup, 'code' | 'name'>,
  matrix: Matrix,
  day: string,
): GroupCertificates => {
  const judged = judgeKinds(matrix, judgeOn(day));
  return {
    group: { code, name },
    version: matrix.version,
    kinds: judged.map((kind) => presentKind(kind, matrix.people)),
    people: matrix.people.map((person, at) =>
      presentPerson(
        person,
        judged.flatMap(({ cells }) => cells.slice(at, at + 1)),
      ),
    ),
  };
};

/** Presents one person's certificates as managers see them, without results that depend on other people. */
export const presentOwnCertificates = ({ kinds, people }: Matrix, day: string): OwnGroupCertificates => {
  const judge = judgeOn(day);
  return {
    kinds: people.flatMap(({ held }) =>
      kinds.flatMap(({ id, name }, at) =>
        held.slice(at, at + 1).map((facts) => ({ id, name, held: presentFacts(facts, judge) })),
      ),
    ),
  };
};

export const presentOpenClass = (row: OpenClass): ClassForGroup => ({
  organization: row.organization,
  code: row.code,
  name: row.train,
  start_time: isoTaipei(row.startTime),
  place: row.place,
  limit_number: row.limitNumber,
  number: row.number,
  fee: row.fee,
});
