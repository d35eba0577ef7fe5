import { expect, test } from 'vitest';
import { type ComparedMember, judgeMember } from './rules.ts';

const fits: ComparedMember = {
  ...{ identity: 'A123456789', chineseName: '王小明', matches: 1, name: '王小明', suspended: false },
  ...{ role: 'member', present: null, people: 10, newManager: null },
};

test.each<[what: string, compared: Partial<ComparedMember>, verdict: string]>([
  ['who is not in the group', {}, 'new'],
  ['named without a name', { chineseName: null }, 'new'],
  ['who is in it', { present: 'member' }, 'same'],
  ['who manages it', { present: 'manager' }, 'same'],
  ['who becomes its manager', { role: 'manager', present: 'member' }, 'changed'],
  ['whom nobody knows', { matches: 0 }, 'wrong'],
  ['whom nobody knows by name', { matches: 0, identity: null }, 'wrong'],
  ['whom two people could be', { matches: 2, identity: null }, 'wrong'],
  ['whose account is suspended', { suspended: true }, 'wrong'],
  ['with another name', { chineseName: '王大明' }, 'doubtful'],
  ['with another name, who is in it', { chineseName: '王大明', present: 'member' }, 'same'],
  ['of a full group', { people: 1000 }, 'wrong'],
  ['of a new group', { newManager: 'certain' }, 'new'],
  ['of a new group without a manager', { newManager: 'none' }, 'wrong'],
  ['of a new group whose manager is doubtful', { newManager: 'doubtful' }, 'doubtful'],
])('a member %s', (_, compared, verdict) => {
  const judged = judgeMember({ ...fits, ...compared });
  expect(judged.verdict).toBe(verdict);
  expect(judged.problem !== null).toBe(verdict === 'wrong' || verdict === 'doubtful');
});
