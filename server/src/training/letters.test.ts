import { expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import { resultCorrectedLetter, resultPublishedLetter } from './letters.ts';

const about = {
  name: '林怡君',
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練',
  startTime: '2026-12-05（六）09:00',
  place: 'A 教室',
};

test('says that a result is published, and links to it', () => {
  const { subject, text } = compose(resultPublishedLetter({ ...about, result: '合格' }), 'https://p');
  expect(subject).toBe('【學員訓練報名網】成績公布：初級急救員訓練');
  for (const part of ['結果：合格', '課程代碼：TPE-FA1-001', 'https://p/Auth/TrainingRecord'])
    expect(text).toContain(part);
});

test('says why a result was corrected', () => {
  const letter = resultCorrectedLetter({ ...about, result: '不合格', reason: '術科<重評>' });
  const { subject, text, html } = compose(letter, 'https://p');
  expect(subject).toBe('【學員訓練報名網】成績更正：初級急救員訓練');
  for (const part of ['更正後結果：不合格', '更正原因：術科<重評>', 'https://p/Auth/TrainingRecord'])
    expect(text).toContain(part);
  expect(html).not.toContain('<重評>');
});
