import type { Class } from '@portal/contract/catalogue';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { EnrolLinks } from './enrol-links.tsx';

const buildClass = (overrides: Partial<Class> = {}): Class => ({
  id: 1,
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  name: '初級急救員訓練',
  start_time: '2099-12-05T09:00:00+08:00',
  limit_number: 30,
  number: 12,
  place: '第一訓練教室',
  contact_name: '周小姐',
  contact_phone: '02-20000010',
  html: '',
  group_name: null,
  group_allow: true,
  personal_allow: true,
  isAlreadyApply: false,
  apply_from: null,
  apply_until: null,
  personal_obstacle: null,
  group_obstacle: null,
  files: [],
  fee: 1500,
  payment_days: 7,
  end_time: null,
  hours: 16,
  sessions: [],
  ...overrides,
});

const shown = (overrides: Partial<Class> = {}): string =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(EnrolLinks, { shown: buildClass(overrides) })),
  );

describe('the ways to enrol', () => {
  test('lead to the enrolment when nothing stands in the way', () => {
    expect(shown()).toContain('href="/Class/Personal/TPE-FA1-001"');
    expect(shown()).not.toContain('aria-disabled');
  });

  test.each([
    ['not_allowed', '本課程未開放個人報名'],
    ['full', '本課程名額已滿'],
    ['already_applied', '您已報名本課程'],
    ['closed', '本課程報名已截止'],
    ['started', '本課程已開課，無法報名'],
  ] as const)('lead nowhere and say why: %s', (obstacle, reason) => {
    const page = shown({ personal_obstacle: obstacle });
    expect(page).not.toContain('/Class/Personal/');
    expect(page).toContain('aria-disabled="true"');
    expect(page).toContain(reason);
  });

  test('hold the group way, which has reasons of its own', () => {
    expect(shown()).toContain('href="/Class/Group/TPE-FA1-001"');
    expect(shown({ isAlreadyApply: true, personal_obstacle: 'already_applied' })).toContain('/Class/Group/');
    const page = shown({ group_obstacle: 'not_allowed' });
    expect(page).not.toContain('/Class/Group/');
    expect(page).toContain('本課程未開放團體報名');
  });

  test('lead to the records once the person has applied', () => {
    expect(shown()).not.toContain('/Auth/PayRecord');
    const applied = shown({ isAlreadyApply: true, personal_obstacle: 'already_applied' });
    expect(applied).toMatch(/class="[^"]*bg-signal-600[^"]*"[^>]*href="\/Auth\/PayRecord"/);
    expect(applied.match(/bg-signal-600/g)).toHaveLength(1);
  });
});
