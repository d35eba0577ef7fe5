/** 報名繳費紀錄. */
export const RecordsPage = () => <h1>報名繳費紀錄</h1>;
