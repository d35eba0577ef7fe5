import type { SearchAnswer } from '@portal/contract/office/reports';
import { expect, test } from 'vitest';
import { sectionsOf } from './sections.ts';

const startTime = '2026-12-05T09:00:00+08:00';
const trainingClass = {
  id: 3,
  code: 'TPE-CPR-1',
  course: '基本救命術訓練',
  organization: '臺北市分會',
  startTime,
};
const found: SearchAnswer = {
  people: { hits: [{ id: 1, name: '王小明', identity: 'A12*****89', organization: null }], more: true },
  registrations: {
    hits: [
      { id: 2, person: '王小明', code: 'TPE-CPR-1', course: '基本救命術訓練', state: 'pending', startTime },
    ],
    more: false,
  },
  classes: { hits: [trainingClass], more: false },
  groups: { hits: [{ id: 4, code: 'LANHAI', name: '藍海救生隊' }], more: false },
  certificates: {
    hits: [{ id: 5, number: 'LG-1', personId: 1, person: '王小明', course: '救生員', endTime: '2027-01-01' }],
    more: false,
  },
};

test('kinds without hits are left out, the others link to existing pages', () => {
  const shown = sectionsOf(found).map(({ kind, hits, more }) => [kind, hits.map(({ to }) => to), more]);
  expect(shown).toEqual([
    ['people', ['/people/1'], true],
    ['registrations', ['/enrolment/registrations/2'], false],
    ['classes', ['/classes/3'], false],
    ['groups', ['/groups/4'], false],
    ['certificates', ['/certificates/register/5'], false],
  ]);
});

test('classes are found by staff who may read nothing else', () => {
  const rest = { people: null, registrations: null, groups: null, certificates: null };
  const [section] = sectionsOf({ ...found, ...rest });
  expect([section?.kind, section?.hits[0]?.to]).toEqual(['classes', '/classes/3']);
});

test('a line names the distinguishing facts of a hit', () => {
  const [people, registrations] = sectionsOf(found).flatMap(({ hits }) => hits);
  expect(people?.detail).toBe('A12*****89');
  expect(registrations?.detail).toBe('待審核・TPE-CPR-1・2026-12-05（六）09:00');
});
