/** 開課資訊. */
export const ClassListPage = () => <h1>開課資訊</h1>;
