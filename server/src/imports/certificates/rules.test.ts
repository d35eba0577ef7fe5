import { expect, test } from 'vitest';
import { type ComparedCertificate, judgeCertificate } from './rules.ts';

const fits: ComparedCertificate = {
  ...{ person: { chineseName: '王小明' }, chineseName: '王小明', isKnown: false, hasLive: false },
};

test.each<[what: string, compared: Partial<ComparedCertificate>, verdict: string]>([
  ['of a known person', {}, 'new'],
  ['without a name', { chineseName: null }, 'new'],
  ['of a person without a name', { person: { chineseName: null } }, 'new'],
  ['of nobody', { person: null }, 'wrong'],
  ['imported before', { isKnown: true, hasLive: true }, 'same'],
  ['beside a valid one of the kind', { hasLive: true }, 'wrong'],
  ['with another name', { chineseName: '王大明' }, 'doubtful'],
])('a certificate %s', (_, compared, verdict) => {
  const judged = judgeCertificate({ ...fits, ...compared });
  expect(judged.verdict).toBe(verdict);
  expect(judged.problem !== null).toBe(verdict === 'wrong' || verdict === 'doubtful');
});
