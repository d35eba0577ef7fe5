/** 課程內容. */
export const ClassDetailPage = () => <h1>課程內容</h1>;
