import type { CertificateKey, Reviewers, Step, Tick } from './steps.ts';
import { CLASSES, type Class, type Person } from './world.ts';

/*
 * Lives written by hand. Together they reach every state, every step and the rarest refusals, however few random lives are
 * drawn.
 */

const enrol = (who: Person, name: Class): Step => ({ do: 'enrol', who, class: name });
const cancel = (who: Person, name: Class): Step => ({ do: 'cancel', who, class: name });
const roster = (
  name: Class,
  ticks: Partial<Record<Person, boolean>>,
  others: Tick['list'] = 'members',
): Step => ({
  do: 'roster',
  who: 'lin',
  class: name,
  group: 'EAST',
  ticks: Object.entries(ticks).map(([who, state]) => ({
    who: who as Person,
    state,
    list: who === 'lin' ? 'admins' : others,
  })),
});
const report = (who: Person, name: Class): Step => ({
  do: 'report',
  who,
  class: name,
  group: null,
  paid: 'yesterday',
  lastFive: '00042',
});
const approve = (name: Class, who: Person, n = 0): Step => ({
  do: 'approve',
  registration: `${name}/${who}/${n}`,
  by: 'ours',
});
const confirm = (name: Class, who: Person, n = 0): Step =>
  ({ ...approve(name, who, n), do: 'confirm' }) as Step;
const refuse = (name: Class, who: Person, n = 0): Step => ({
  do: 'refuse',
  registration: `${name}/${who}/${n}`,
  by: 'ours',
  reason: '資料不齊',
});
const reject = (name: Class, who: Person, n = 0): Step => ({ ...refuse(name, who, n), do: 'reject' }) as Step;
const result = (name: Class, who: Person, n: number, passed: 1 | 2): Step => ({
  do: 'result',
  registration: `${name}/${who}/${n}`,
  by: 'ours',
  result: passed,
  score: 65.5,
});
const clock = (to: number): Step => ({ do: 'clock', to });

const paying: readonly Step[] = [
  enrol('mei', 'single'),
  enrol('chi', 'single'),
  refuse('single', 'mei'),
  enrol('mei', 'single'),
  approve('single', 'mei', 1),
  cancel('mei', 'single'),
  enrol('chi', 'single'),
  cancel('chi', 'single'),
  enrol('chi', 'single'),
  approve('single', 'chi', 1),
  report('chi', 'single'),
  report('chi', 'single'),
  reject('single', 'chi', 1),
  report('chi', 'single'),
  confirm('single', 'chi', 1),
  enrol('mei', 'free'),
  clock(CLASSES.free.opens),
  enrol('mei', 'free'),
  enrol('chi', 'free'),
  approve('free', 'mei'),
  approve('free', 'chi'),
  clock(CLASSES.free.starts),
  result('free', 'mei', 0, 1),
  result('free', 'chi', 0, 2),
];

const together: readonly Step[] = [
  clock(CLASSES.reserved.opens),
  roster('reserved', { mei: true, lin: true }),
  approve('reserved', 'mei'),
  roster('reserved', { mei: false, lin: false }),
  roster('reserved', { mei: true, lin: true }),
  approve('reserved', 'mei', 1),
  approve('reserved', 'lin', 1),
  report('lin', 'reserved'),
  reject('reserved', 'lin', 1),
  confirm('reserved', 'lin', 1),
  enrol('chi', 'single'),
  approve('single', 'chi'),
  refuse('single', 'chi'),
  cancel('chi', 'single'),
  reject('reserved', 'mei', 1),
  { do: 'remove', who: 'lin', group: 'EAST', whom: 'mei' },
  { do: 'remove', who: 'lin', group: 'EAST', whom: 'mei' },
  roster('reserved', { mei: false }, 'had_removed'),
  { do: 'add', who: 'lin', group: 'EAST', whom: 'mei' },
  { do: 'add', who: 'lin', group: 'WEST', whom: 'mei' },
];

const decide = (verb: 'renew' | 'decline', request: number): Step => ({
  do: verb,
  certificate: 'mei#0',
  request,
  by: 'ours',
  note: '已審查',
});

const certified: readonly Step[] = [
  { do: 'issue', whom: 'lin', kind: 'coach', issued: 0, ends: null },
  { do: 'issue', whom: 'lin', kind: 'ordinary', issued: 0, ends: 3 },
  { do: 'ask', who: 'mei', certificate: 'mei#0', note: null },
  decide('decline', 0),
  { do: 'ask', who: 'mei', certificate: 'mei#0', note: '請儘速' },
  decide('renew', 1),
  { do: 'ask', who: 'mei', certificate: 'mei#0', note: null },
  clock(Date.parse('2026-12-06T00:00:00+08:00')),
];

const end = (verb: 'revoke' | 'correct', certificate: CertificateKey, by: Reviewers = 'ours'): Step => ({
  do: verb,
  certificate,
  by,
  reason: '姓名誤植',
});

/** A correction hands the open request to the new certificate; a revocation refuses it. */
const ended: readonly Step[] = [
  { do: 'ask', who: 'mei', certificate: 'mei#0', note: null },
  end('correct', 'mei#0', 'others'),
  end('correct', 'mei#0'),
  { ...decide('renew', 0), certificate: 'mei#1' } as Step,
  end('correct', 'mei#0'),
  end('correct', 'mei#1'),
  end('revoke', 'mei#1'),
  end('revoke', 'mei#2', 'others'),
  end('revoke', 'mei#2'),
  end('revoke', 'mei#2'),
  end('correct', 'mei#2'),
  { do: 'ask', who: 'mei', certificate: 'mei#2', note: null },
  { do: 'issue', whom: 'mei', kind: 'coach', issued: 0, ends: null },
  end('correct', 'chi#1'),
  { do: 'ask', who: 'chi', certificate: 'chi#0', note: '請儘速' },
  end('revoke', 'chi#0'),
];

const reopen = (name: Class, who: Person, n = 0): Step =>
  ({ ...approve(name, who, n), do: 'reopen' }) as Step;
const callOff = (name: Class, who: Person, n = 0): Step =>
  ({ ...refuse(name, who, n), do: 'call_off' }) as Step;

const takenBack: readonly Step[] = [
  enrol('mei', 'single'),
  refuse('single', 'mei'),
  reopen('single', 'mei'),
  reopen('single', 'mei'),
  callOff('single', 'mei'),
  callOff('single', 'mei'),
  reopen('single', 'mei'),
  enrol('mei', 'single'),
  approve('single', 'mei', 1),
  reopen('single', 'mei', 1),
  callOff('single', 'mei', 1),
  enrol('mei', 'single'),
  approve('single', 'mei', 2),
  report('mei', 'single'),
  callOff('single', 'mei', 2),
  reject('single', 'mei', 2),
  reject('single', 'mei', 2),
  enrol('mei', 'single'),
  refuse('single', 'mei', 3),
  callOff('single', 'mei', 3),
  enrol('chi', 'single'),
  reopen('single', 'mei', 3),
  refuse('single', 'chi'),
  enrol('chi', 'single'),
  reopen('single', 'chi'),
  approve('single', 'chi', 1),
  confirm('single', 'chi', 1),
  callOff('single', 'chi', 1),
  clock(CLASSES.free.opens),
  enrol('chi', 'free'),
  approve('free', 'chi'),
  enrol('mei', 'free'),
  refuse('free', 'mei'),
  clock(CLASSES.free.starts),
  result('free', 'mei', 0, 1),
  reopen('free', 'mei'),
  result('free', 'chi', 0, 1),
  callOff('free', 'chi'),
];

const enrolFor = (whom: Person, name: Class, reason: string | null = null): Step => ({
  do: 'enrol_for',
  whom,
  class: name,
  by: 'ours',
  reason,
});
const moveTo = (to: Class, name: Class, who: Person, n = 0): Step => ({
  do: 'move',
  registration: `${name}/${who}/${n}`,
  to,
  by: 'ours',
  reason: '學員要求',
});

const movedByStaff: readonly Step[] = [
  enrolFor('mei', 'free'),
  enrolFor('mei', 'free', '電話報名'),
  enrolFor('mei', 'free', '電話報名'),
  enrolFor('chi', 'single'),
  enrolFor('mei', 'single'),
  enrolFor('mei', 'reserved'),
  moveTo('reserved', 'single', 'chi'),
  moveTo('single', 'single', 'chi'),
  moveTo('single', 'free', 'mei'),
  moveTo('free', 'single', 'chi'),
  moveTo('single', 'single', 'chi'),
  approve('single', 'chi'),
  moveTo('free', 'single', 'chi'),
  moveTo('single', 'single', 'chi'),
  report('chi', 'single'),
  moveTo('free', 'single', 'chi'),
  confirm('single', 'chi'),
  moveTo('free', 'single', 'chi'),
  callOff('single', 'chi'),
  moveTo('single', 'single', 'chi'),
  refuse('free', 'mei'),
  moveTo('single', 'free', 'mei'),
  enrolFor('chi', 'single'),
  enrolFor('chi', 'free', '電話報名'),
  moveTo('free', 'single', 'chi', 1),
  approve('free', 'chi'),
  clock(CLASSES.free.starts),
  moveTo('free', 'single', 'chi', 1),
  enrolFor('mei', 'free', '電話報名'),
  result('free', 'chi', 0, 1),
  moveTo('single', 'free', 'chi'),
];

/** A seat that was moved counts, also beside a later registration of the person in that class. */
const movedBack: readonly Step[] = [
  clock(CLASSES.reserved.opens),
  roster('reserved', { mei: true }),
  approve('reserved', 'mei'),
  enrol('mei', 'single'),
  refuse('single', 'mei'),
  moveTo('single', 'reserved', 'mei'),
  report('lin', 'single'),
  confirm('reserved', 'mei'),
  moveTo('reserved', 'reserved', 'mei'),
  moveTo('single', 'reserved', 'mei'),
  callOff('reserved', 'mei'),
];

/** Late steps are refused. */
const late: readonly Step[] = [
  clock(CLASSES.reserved.opens),
  roster('reserved', { mei: true }),
  approve('reserved', 'mei'),
  report('lin', 'reserved'),
  roster('reserved', { mei: false }),
  roster('reserved', { lin: true }),
  confirm('reserved', 'mei'),
  roster('reserved', { mei: false }),
  clock(CLASSES.reserved.starts),
  roster('reserved', { lin: false }),
  result('reserved', 'lin', 0, 1),
  approve('reserved', 'lin'),
  result('reserved', 'lin', 0, 1),
  report('lin', 'reserved'),
  result('reserved', 'lin', 0, 1),
  enrol('chi', 'single'),
  enrol('chi', 'single'),
  clock(CLASSES.single.starts),
  cancel('chi', 'single'),
];

export const writtenLives: readonly (readonly Step[])[] = [
  paying,
  together,
  certified,
  ended,
  takenBack,
  movedByStaff,
  movedBack,
  late,
];
