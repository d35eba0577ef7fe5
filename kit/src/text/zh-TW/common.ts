export const common = {
  home: '首頁',
  loading: '載入中…',
  close: '關閉',
  notice: '提示',
  offline: '無法連線，請檢查網路後再試',
  loadFailed: '載入失敗，請稍後再試',
  unsent: '以下含有您尚未送出的修改',
  reload: '重新載入',
  systemError: '系統發生錯誤，請稍後再試',
} as const;
