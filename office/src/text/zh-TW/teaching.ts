import { RESULTS_DAYS } from '@portal/contract/office/training';

export const teachingText = {
  title: '出席與成績',
  today: '今日上課',
  noneToday: '今日沒有上課的課程',
  missing: '待登錄成績',
  missingHint: `${RESULTS_DAYS} 天內結束、尚有成績未公布的課程`,
  noneMissing: '沒有待登錄成績的課程',
  people: (count: number) => `${count} 人`,
  missingPeople: (missing: number, people: number) => `${missing}／${people} 人未公布`,
  ended: (time: string) => `${time} 結束`,
  attendance: '點名',
  results: '登錄成績',
  of: (act: string, code: string) => `${act}：${code}`,
} as const;
