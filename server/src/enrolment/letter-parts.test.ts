import { mapLink } from '@portal/contract/map-link';
import { describe, expect, test } from 'vitest';
import { calendarPart, cancelSentence, classRowsWithMap, refundSentences } from './letter-parts.ts';

const trainingClass = {
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練',
  startTime: '2026-12-05（六）09:00',
  place: '臺北市中正區範例路一段 1 號 3 樓',
};
const seat = {
  registrationId: 12,
  startTime: '2026-12-05T01:00:00.000Z',
  queuedAt: '2026-12-01T02:00:00.000Z',
};
const event = {
  id: 'registration-12',
  writtenAt: '2026-12-01T02:00:00.000Z',
  startTime: '2026-12-05T01:00:00.000Z',
  title: '初級急救員訓練',
  organizer: '臺北市分會',
  place: '臺北市中正區範例路一段 1 號 3 樓',
  description: [
    '會別：臺北市分會',
    '課程代碼：TPE-FA1-001',
    '訓練項目：初級急救員訓練',
    '開課日期：2026-12-05（六）09:00',
    '上課地點：臺北市中正區範例路一段 1 號 3 樓',
  ].join('\n'),
  url: 'https://p/Auth/PayRecord',
};

describe('the calendar event in a letter', () => {
  test.each([
    ['a confirmed seat', {}, '隨信附上開課時間，可加入您的行事曆。'],
    ['a moved seat', { revision: 'moved' }, '隨信附上新的開課時間，可更新您的行事曆。'],
    ['a cancelled seat', { revision: 'cancelled' }, '隨信附上取消通知，可將課程自您的行事曆移除。'],
  ] as const)('comes with a sentence about it: %s', (_, revision, sentence) => {
    expect(calendarPart({ ...seat, ...revision }, trainingClass, 'https://p')).toStrictEqual({
      sentences: [sentence],
      event: { ...event, ...revision },
    });
  });

  test('is missing without a seat', () => {
    expect(calendarPart(undefined, trainingClass, 'https://p')).toEqual({ sentences: [] });
  });
});

test('the rows with a map name the place once, with its link', () => {
  const place = '臺北市中正區範例路一段 1 號 3 樓';
  expect(classRowsWithMap(trainingClass)).toEqual([
    ['會別', '臺北市分會'],
    ['課程代碼', 'TPE-FA1-001'],
    ['訓練項目', '初級急救員訓練'],
    ['開課日期', '2026-12-05（六）09:00'],
    ['上課地點', place, { label: '查看地圖', link: mapLink(place) }],
  ]);
});

test('a letter tells people to cancel by themselves, or through the branch once they are confirmed', () => {
  expect([false, true].map(cancelSentence)).toEqual([
    '若無法參加，請於開課前至「學員中心 > 報名繳費紀錄」取消報名。',
    '若無法參加，請洽主辦分會辦理取消。',
  ]);
});

const received = '您已繳納的 NT$500 將辦理退費，主辦分會將另行與您聯繫。';
const notReceived = '您回報的 NT$1,000 如已匯款，主辦分會將於確認收到款項後辦理退費，並另行與您聯繫。';
test.each([
  [{ refund: 500, reported: 0 }, [received]],
  [{ refund: 0, reported: 1000 }, [notReceived]],
  [{ refund: 500, reported: 1000 }, [received, notReceived]],
  [{ refund: 0, reported: 0 }, []],
])('a refund is promised at once only for received money: %j', (amounts, sentences) => {
  expect(refundSentences(amounts)).toEqual(sentences);
});
