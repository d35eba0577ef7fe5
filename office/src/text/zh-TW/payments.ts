import { dollars } from '@portal/contract/money';
import type { Fact } from '@portal/contract/office/statements';

const facts: Readonly<Record<Fact['about'], string>> = {
  amount: '金額',
  digits: '末五碼',
  day: '日期',
  name: '姓名',
  class: '課程代碼',
};

const gap = (by: number): string => dollars(Math.abs(by));

const factText = ({ about, fit, how, by }: Fact): string => {
  const what = facts[about];
  switch (how) {
    case 'equal':
      return `${what}相符`;
    case 'sum':
      return '多筆合計相符';
    case 'several_lines':
      return '與其他明細合計相符';
    case 'as_reported':
      return '與回報金額相符';
    case 'fee_deducted':
      return `少 ${gap(by)} 元，疑似扣手續費`;
    case 'short':
      return fit === 'near' ? `與回報相符，少於應繳 ${gap(by)} 元` : `少 ${gap(by)} 元`;
    case 'over':
      return fit === 'near' ? `與回報相符，多於應繳 ${gap(by)} 元` : `多 ${gap(by)} 元`;
    case 'zero_dropped':
      return `${what}少了開頭的 0`;
    case 'in_text':
      return '備註中有此末五碼';
    case 'masked':
      return '與遮蔽的帳號相符';
    case 'swapped':
      return `${what}有兩碼對調`;
    case 'one_off':
      return `${what}差一碼`;
    case 'similar':
      return about === 'day' ? `日期差 ${Math.abs(by)} 天` : '姓名相近';
    case 'far':
      return `日期差 ${Math.abs(by)} 天`;
    case 'missing':
      return `明細沒有${what}`;
    case 'different':
      return `${what}不同`;
  }
};

export const paymentsText = {
  title: '繳費對帳',
  nav: '繳費對帳的頁面',
  desk: '對帳',
  payments: '收款紀錄',
  refunds: '退費',
  amount: dollars,
  accounts: {
    empty: '尚無匯款帳戶',
    emptyHint: '請系統管理員於設定中新增匯款帳戶。',
    caption: '匯款帳戶',
    account: '帳戶',
    organization: '會別',
    lines: '待對帳明細',
    reports: '待對帳回報',
    last: '最近匯入',
    never: '尚未匯入',
    lastBy: (time: string, by: string | null) => (by ? `${time}（${by}）` : time),
    count: (count: number) => `${count} 筆`,
  },
  pages: {
    back: '繳費對帳',
    import: '匯入對帳單',
    sheet: '日結表',
    cash: '現金或臨櫃收款',
  },
  line: {
    day: '日期',
    amount: '金額',
    digits: '末五碼',
    maybeDigits: (digits: readonly string[]) => `可能為 ${digits.join('、').replaceAll('?', '＊')}`,
    name: '戶名',
    memo: '摘要',
    row: '列',
  },
  report: {
    none: '沒有回報',
    who: '回報人',
    class: '課程',
    people: '學員',
    due: '應繳',
    reported: '回報',
    group: (name: string) => `團體「${name}」`,
    partialPaid: (amount: string) => `已收部分 ${amount} 元`,
    cancelled: (names: string) => `${names}：已取消，款項未確認。收到款項時會列為待退費`,
    line: (day: string, digits: string, money: string, name: string) =>
      `${day} 匯款，末五碼 ${digits}，${money} 元，${name}`,
  },
  matches: {
    label: '對帳結果',
    certain: '可直接確認',
    possible: '需判斷',
    lines: '有入帳、無回報',
    reports: '有回報、未入帳',
    left: (lines: number, amount: string | null, reports: number) =>
      lines + reports === 0
        ? '全部處理完畢'
        : `尚待處理：明細 ${lines} 筆${amount === null ? '' : `（${amount} 元）`}、未入帳回報 ${reports} 筆`,
    keys: '　按 J、K 移動，Enter 確認或開始，Esc 取消。',
    tab: (name: string, count: number) => `${name}（${count}）`,
    more: (shown: number, all: number) => `顯示前 ${shown} 筆，共 ${all} 筆；處理後會依序顯示其餘。`,
    certainHint: '金額與帳號末五碼都相符、餘額核對無誤，且只有一筆明細對應一筆回報。請檢視後整批確認。',
    possibleHint: '依相符程度排序。請逐筆檢視後確認；金額相符者一按即確認。',
    linesHint:
      '找不到相符的繳費回報。已繳費者的重複繳款可列為待退費；其他款項可搜尋報名後確認，或列為非繳費款項。',
    reportsHint: '找不到相符的明細。款項可能尚未入帳；確定沒有匯入時，請以「查無此款」通知回報者。',
    empty: {
      certain: '沒有可整批確認的款項',
      possible: '沒有待判斷的款項',
      lines: '沒有無法配對的明細',
      reports: '沒有無法配對的回報',
    },
    facts,
    fact: factText,
    fits: { yes: '相符', near: '相近', no: '不符', unknown: '無資料' },
    use: '確認',
    useAsking: '確認…',
    confirmOf: (who: string) => `確認為${who}的款項`,
    byHand: '搜尋報名',
    aside: '非繳費款項',
    paid: {
      all: '可能為重複繳款',
      some: '部分學員已繳費',
      same: { digits: '末五碼', name: '戶名' },
      text: (day: string, same: string) => `金額與${same}符合下列學員的款項；已於 ${day}確認繳費。`,
      who: (name: string, code: string) => `${name}（${code}）`,
      isPaid: '已繳費',
      refundDue: (amount: string) => `已繳費，此筆應退 ${amount} 元`,
      due: (amount: string) => `未繳費，應繳 ${amount} 元`,
      refund: '列為溢繳待退費',
      settle: '確認並列為溢繳',
      of: (act: string, who: string) => `${act}：${who}`,
    },
    reject: '查無此款',
    others: (count: number) => `另合併 ${count} 筆明細`,
    next: '下一筆明細',
    previous: '上一筆明細',
    shortcuts: '對帳',
    notConfirmed: (names: string, why: string) => `${names} 的款項尚未確認：${why}`,
  },
  certain: {
    all: '全選',
    choose: (name: string) => `選取${name}`,
    confirm: (count: number) => `確認所選 ${count} 筆`,
    none: '請先選取要確認的款項',
    title: '整批確認',
    question: (count: number, sum: string) => `將確認 ${count} 筆款項，合計 ${sum} 元，並通知學員報名完成。`,
    submit: '確認繳費',
    sending: '確認中…',
    result: '確認結果',
    done: (done: number, left: number) =>
      left === 0 ? `已確認 ${done} 筆` : `已確認 ${done} 筆，${left} 筆未確認`,
  },
  settle: {
    title: '確認繳費',
    lines: '明細',
    addLine: '合併其他明細',
    addLineOption: '選擇明細',
    removeLine: (day: string) => `移除 ${day} 的明細`,
    registrations: '報名',
    search: '搜尋報名',
    searchHint: '姓名、完整證號、課程代碼或末五碼',
    find: '搜尋',
    found: (count: number) => (count === 0 ? '查無可繳費的報名' : `找到 ${count} 筆`),
    add: '加入',
    addOf: (name: string) => `加入${name}`,
    remove: '移除',
    removeOf: (name: string) => `移除${name}`,
    empty: '尚未選擇報名',
    received: '實收',
    due: '應繳',
    difference: '差額',
    even: '金額相符',
    over: (amount: string) => `多 ${amount} 元，將列為溢繳待退費`,
    shared: (amount: string) => `多 ${amount} 元，將列為已繳費者的溢繳待退費`,
    short: (amount: string) => `尚差 ${amount} 元`,
    note: '差額說明',
    noteHint: '同意以不足的金額確認時填寫，例如手續費由本會負擔',
    confirm: '確認繳費',
    confirmOver: '確認並列為溢繳',
    confirmShort: '以此金額確認',
    askRest: (amount: string) => `保留款項並通知尚差 ${amount} 元`,
    surplus: '列為溢繳待退費',
    surplusLead: '報名已完成繳費。整筆款項將列為溢繳，產生待退費；數人的款項依各自的費用分列。',
    surplusReason: '重複匯款',
    sending: '送出中…',
    cancel: '取消',
    done: '已確認繳費',
    doneSurplus: (amount: string) => `已確認繳費，溢繳 ${amount} 元列為待退費`,
    donePart: '已保留款項並通知補足差額',
    doneTaken: '已列為溢繳待退費',
    method: '收款方式',
    methods: { cash: '現金', counter: '臨櫃', other: '其他' },
    amount: '收款金額',
    day: '收款日期',
    cashTitle: '現金或臨櫃收款',
    noAmount: '請輸入收款金額',
    states: {
      unpaid: '待繳費',
      reported: '待對帳',
      confirmed: '已繳費',
      cancelled: '已取消，款項未確認',
    } as Readonly<Record<string, string>>,
    mixed: '款項未超過應繳金額，請移除已繳費的報名',
  },
  undo: {
    of: (done: string, names: string) => `${done}：${names}`,
    done: (count: number) => `已復原 ${count} 筆，通知信未寄出`,
    doneOf: (names: string) => `已復原：${names}的款項，通知信未寄出`,
  },
  ask: {
    reason: '原因',
    cancel: '取消',
    sending: '送出中…',
    aside: {
      title: '列為非繳費款項',
      lead: '例如利息、其他收入。此明細不再列入對帳，之後仍可於日結表恢復。',
      submit: '列為非繳費款項',
      done: '已列為非繳費款項',
    },
    reject: {
      title: '查無此款',
      lead: '報名將回到待繳費，並將原因通知回報者。',
      submit: '查無此款並通知',
      done: '已退回繳費回報並通知',
      reason: '查無此筆匯款，請確認匯款日期、金額與末五碼後重新回報',
    },
    undo: {
      title: '撤銷確認',
      lead: '報名將回到確認前的狀態，明細恢復為待對帳，並通知學員。',
      submit: '撤銷確認',
      done: '已撤銷確認',
    },
    takeBack: '恢復',
    takeBackOf: (day: string) => `恢復 ${day} 的明細為待對帳`,
    takenBack: '已恢復為待對帳',
  },
  import: {
    title: '匯入對帳單',
    drop: '將銀行下載的檔案拖曳至此，或選擇檔案',
    dropHint: 'CSV 或 XLSX，5 MB 以內',
    choose: '選擇檔案',
    reading: '讀取中…',
    other: '改選其他檔案',
    file: '檔案',
    known: (time: string) => `此檔案已於 ${time} 匯入過`,
    suspicious:
      '這段日期已有匯入的明細，但此檔案沒有任何一筆與其相同。若欄位設定與先前不同，可能重複計算，請再次確認。',
    summary: (deposits: number, aside: number, from: string, until: string) =>
      `${from} 至 ${until}，待對帳 ${deposits} 筆，不列入 ${aside} 筆（支出、金額為 0、沖正）`,
    nothing: '沒有讀到任何明細，請調整欄位設定',
    knownLines: (count: number) => `其中 ${count} 筆先前已匯入，不會重複計算`,
    faults: (count: number) => `有 ${count} 列無法辨識，請調整欄位設定`,
    rows: (rows: number, lines: number, skipped: number, faults: number) =>
      `檔案共 ${rows} 列：明細 ${lines} 列，略過 ${skipped} 列${faults > 0 ? `，無法辨識 ${faults} 列` : ''}`,
    origins: {
      given: null,
      remembered: '依此帳戶先前相同表頭的格式讀取',
      first: null,
      new: '新的檔案格式',
    },
    heads: { now: '這次的欄位', former: '先前的欄位' },
    headsOf: (names: readonly string[]) => names.map((name) => name || '（無）').join('、') || '（沒有表頭）',
    balance: {
      title: '餘額檢查',
      none: '檔案沒有餘額欄，無法核對；匯入後的款項須逐筆確認。',
      holds: '餘額檢查：全部相符',
      broken: (row: number, expected: string, found: string, breaks: number) =>
        `餘額檢查：第 ${row} 列的餘額應為 ${expected}，檔案為 ${found}${breaks > 1 ? `（共 ${breaks} 處不符）` : ''}`,
      hints: {
        swapped: '存入與支出欄可能對調，或金額的正負相反。',
        direction: '可能看錯存入或支出，請檢查收支方向的設定。',
        missing: '可能少了明細，或金額欄位不正確。',
      },
    },
    totals: '合計與明細不符',
    totalRow: (row: number, written: string, counted: string) =>
      `第 ${row} 列：檔案為 ${written}，明細為 ${counted}`,
    doubles: (count: number) =>
      `有 ${count} 筆與先前匯入的明細同日同金額，可能是同一筆款項（例如由另一種格式匯出）。`,
    skippedRows: (count: number) => `略過的列（${count}）`,
    acceptProblems: '我已確認上述問題，仍要匯入（將留下紀錄）',
    last: (time: string, by: string | null, file: string, added: number) =>
      `最近匯入：${file}，${time}${by ? `，${by}` : ''}，${added} 筆`,
    takeBack: '收回這次匯入',
    takeBackTitle: '收回匯入',
    takeBackQuestion: (file: string, added: number) =>
      `將移除「${file}」匯入的 ${added} 筆明細，之後可重新匯入檔案。`,
    takenBack: '已收回匯入',
    odd: (count: number) => `有 ${count} 列含有無法辨識的字，匯入後請核對姓名`,
    faultRow: (row: number, fault: string) => `第 ${row} 列：${fault}`,
    shape: '檔案格式',
    shapeHint: '已依表頭與餘額判斷；如有不符請更正。匯入後會記住，下次相同表頭的檔案即依此讀取。',
    encoding: '文字編碼',
    encodings: { 'utf-8': 'UTF-8', big5: 'Big5' },
    separator: '分隔符號',
    separators: { ',': '逗號', ';': '分號', '\t': 'Tab', '|': '直線' },
    sheet: '工作表',
    skip: '略過開頭列數',
    skipEnd: '略過結尾列數',
    dates: '兩位數年份或年在最後的日期',
    dateKinds: {
      auto: '沒有這類日期',
      western: '西元 年/月/日',
      minguo: '民國 年/月/日',
      day_first: '日/月/年',
      month_first: '月/日/年',
    },
    sign: '金額欄的正負',
    signs: { plain: '正數為存入', inverted: '正數為支出', balance: '沒有正負，依餘額判斷' },
    directionIn: '表示存入的文字',
    directionOut: '表示支出的文字',
    directionHint: '數個文字以頓號分隔',
    unit: '金額單位',
    units: { whole: '元', hundredths: '百分之一元（沒有小數點）' },
    columns: {
      date: '日期',
      credit: '存入金額',
      debit: '支出金額',
      amount: '金額（存入與支出同一欄）',
      direction: '收支方向',
      currency: '幣別',
      balance: '餘額',
      account: '匯款帳號',
      name: '匯款人',
      memo: '摘要、備註',
    },
    noColumn: '（沒有）',
    column: (at: number, head: string) => (head ? `第 ${at + 1} 欄 ${head}` : `第 ${at + 1} 欄`),
    raw: '檔案內容',
    rawCaption: '檔案的前幾列',
    skipped: '略過',
    lines: '將匯入的明細',
    linesCaption: '將匯入的前幾筆明細',
    kind: '類別',
    deposit: '待對帳',
    submit: '匯入',
    sending: '匯入中…',
    done: (added: number, known: number, completed: number) =>
      [
        `已匯入 ${added} 筆明細`,
        known > 0 && `${known} 筆先前已匯入`,
        completed > 0 && `${completed} 筆文字已補充`,
      ]
        .filter(Boolean)
        .join('，'),
    reversed: (count: number) => `有 ${count} 筆已確認的款項遭銀行沖正，請至收款紀錄撤銷確認`,
  },
  sheet: {
    title: '日結表',
    from: '起日',
    until: '迄日',
    show: '顯示',
    empty: '這段日期沒有收付紀錄',
    caption: (day: string) => `${day} 對帳單明細`,
    received: (day: string) => `${day} 現金與臨櫃收款`,
    refunded: (day: string) => `${day} 退費`,
    method: '方式',
    note: '說明',
    reference: '匯款序號',
    print: '列印',
    sums: {
      all: '對帳單',
      matched: '已對帳',
      open: '待對帳',
      aside: '不列入',
      withdrawn: '支出',
      received: '現金與臨櫃',
      refunded: '退費',
    },
    count: '筆數',
    sum: '金額',
    total: '合計',
    state: '狀態',
    for: '用於',
    madeAt: (time: string) => `製表時間 ${time}`,
  },
  list: {
    caption: '收款紀錄',
    oneOrganization: '僅列出一個會別',
    empty: '尚無收款紀錄',
    created: '確認時間',
    received: '收款日期',
    kind: '類別',
    method: '方式',
    amount: '金額（元）',
    for: '用於',
    account: '帳戶',
    organization: '會別',
    by: '經手人',
    note: '說明',
    undone: '撤銷',
    undoneBy: (time: string, by: string, reason: string) => `${time} 由${by}撤銷：${reason}`,
    undoneFilter: { yes: '已撤銷', no: '未撤銷' },
    system: '系統',
    act: '操作',
    undo: '撤銷確認',
    undoOf: (names: string) => `撤銷確認：${names}`,
    from: '起日',
    until: '迄日',
  },
  refund: {
    caption: '退費',
    empty: '尚無退費',
    created: '登錄時間',
    person: '學員',
    registration: '報名',
    class: '課程',
    organization: '會別',
    amount: '金額（元）',
    changed: (before: string) => `原為 ${before}`,
    reason: '原因',
    state: '狀態',
    entered: '登錄人',
    act: '操作',
    paid: (day: string, reference: string) => `${day} 匯款，序號 ${reference}`,
    from: '起日',
    until: '迄日',
    change: {
      open: '變更金額',
      of: (name: string) => `變更金額：${name}`,
      title: '變更退費金額',
      amount: '退費金額',
      done: '已變更退費金額',
    },
    pay: {
      open: '登記已退費',
      of: (name: string) => `登記已退費：${name}`,
      title: '登記已退費',
      lead: (name: string, amount: string) => `退還${name} ${amount} 元`,
      day: '退費日期',
      reference: '匯款序號',
      done: '已登記退費',
    },
    waive: {
      open: '不退費',
      of: (name: string) => `不退費：${name}`,
      title: '登記不退費',
      done: '已登記不退費',
    },
  },
} as const;
