/** 首頁. */
export const HomePage = () => <h1>首頁</h1>;
