export const attendanceText = {
  empty: '尚無完成報名的學員',
  noSessions: '尚未排定上課時段',
  noSessionsHint: '請先在「內容」設定上課時段。',
  session: '上課時段',
  sessionOption: (date: string, from: string, to: string) => `${date} ${from}–${to}`,
  later: '上課當日起方可點名，請假除外',
  all: (count: number) => `未點名的 ${count} 人全部出席`,
  undoAll: (count: number) => `復原剛才的 ${count} 人出席`,
  summary: (counts: { present: number; late: number; leave: number; absent: number; open: number }) =>
    `出席 ${counts.present}、遲到 ${counts.late}、請假 ${counts.leave}、缺席 ${counts.absent}、未點名 ${counts.open}`,
  people: '點名',
  photos: '照片',
  markOf: (name: string) => `${name} 的出席狀態`,
  missed: (name: string) => `${name} 缺課分鐘數`,
  missedUnit: '分鐘未到課',
  checkedIn: (time: string) => `${time} 掃碼報到`,
  hours: (hours: number, percent: number) => `累計 ${hours} 小時（${percent}%）`,
  minimum: (minimum: number) => `合格須出席 ${minimum}% 以上`,
  scan: '掃碼報到',
  scanner: {
    title: '掃碼報到',
    lead: '請將學員的報到碼對準鏡頭，或輸入代碼。',
    camera: '鏡頭畫面',
    retry: '重新開啟鏡頭',
    faults: {
      insecure: {
        title: '此網址不能使用鏡頭',
        help: '瀏覽器只讓 https 開頭的網址使用鏡頭。請改用 https 網址，或在下方輸入報到碼。',
      },
      denied: {
        title: '未允許使用鏡頭',
        help: '請點網址列左側的圖示，將「相機」改為允許，再重新開啟鏡頭；或在下方輸入報到碼。',
      },
      missing: {
        title: '找不到鏡頭',
        help: '請接上鏡頭後重新開啟，改用有鏡頭的手機，或在下方輸入報到碼。',
      },
      busy: {
        title: '鏡頭正在使用中',
        help: '請關閉其他使用鏡頭的程式或分頁後重新開啟；或在下方輸入報到碼。',
      },
      other: {
        title: '無法使用鏡頭',
        help: '請重新開啟鏡頭、改用其他瀏覽器，或在下方輸入報到碼。',
      },
    },
    code: '報到碼',
    submit: '報到',
    sending: '報到中…',
    close: '關閉',
    done: (name: string, late: number) =>
      late > 0 ? `${name} 已報到（遲到 ${late} 分鐘）` : `${name} 已報到`,
    repeated: (name: string) => `${name} 先前已報到`,
  },
} as const;
