export const classFileText = {
  title: '班級檔案',
  lead: (parts: string) =>
    `供主管機關檢查：將${parts}合為一份 ZIP。您沒有權限查看的部分不會放入，並在目錄註明；證號皆已遮蔽。`,
  make: '製作班級檔案',
  started: '已開始製作班級檔案',
} as const;
